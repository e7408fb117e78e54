import { describe, expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import type { Problem } from "@fanfare/contract/problem";
import type { EventsResponse } from "@fanfare/contract/schema/client/v1";
import type { OpenStore } from "../../../../test/support/temporary-store.ts";
import type { Browser, TestResponse } from "../../../../test/support/v1-browser.ts";
import { addApp, appRecord, newEventId, startV1Server, type V1Server } from "../../../../test/support/v1-server.ts";

const at = "2026-11-21T11:59:00.123Z";

const eventOf = (server: V1Server, fields: Record<string, unknown> = {}) => ({
  id: newEventId(server),
  name: "order_shipped",
  props: { total: 12 },
  at,
  ...fields,
});

const send = (browser: Browser, events: readonly unknown[], token?: string): Promise<TestResponse<EventsResponse>> =>
  browser.call("POST", "events", {
    body: { events, ...(token === undefined ? browser.anonymousIdentity : {}) },
    token,
  });

export function eventsContract(dialect: string, open: OpenStore): void {
  storedEvents(dialect, open);
  repeatedEvents(dialect, open);
  eventValidation(dialect, open);
}

function storedEvents(dialect: string, open: OpenStore): void {
  describe(`events: storage (${dialect})`, () => {
    test("are stored before the response, with browser and server times", async () => {
      await using server = await startV1Server(open);
      const event = eventOf(server, { props: { total: 12, deep: [{ ok: true }] } });
      server.clock.advance(5);
      const { status, body } = await send(server.browser(), [event], await server.token("u_42"));
      expect({ status, body }).toEqual({ status: 200, body: { accepted: 1, rejected: [] } });
      const rows = await server.store.db.selectFrom("events").selectAll().execute();
      expect(rows).toMatchObject([
        {
          id: event.id as never,
          app_id: server.shop.id,
          name: "order_shipped",
          happened_at: Date.parse(at),
          received_at: server.clock.now(),
        },
      ]);
      expect(JSON.parse(rows[0]?.props ?? "")).toEqual(event.props);
    });

    test("can't be changed or claimed by another app", async () => {
      await using server = await startV1Server(open);
      const other_app = await addApp(
        server,
        appRecord({
          id: "1002" as never,
          key: "bakery-key" as never,
          secrets: [{ id: "b1", secret: "bread-and-butter-0123456789" }],
        }),
      );
      const event = eventOf(server);
      await send(server.browser(), [event], await server.token("u_42"));
      const token = await server.token("u_42", { aud: other_app.key }, "bread-and-butter-0123456789");
      const { body } = await send(server.browser({ key: "bakery-key" }), [event], token);
      expect(body).toMatchObject({ accepted: 0, rejected: [{ index: 0, id: event.id }] });
      expect(await server.count("events")).toBe(1);
    });

    test("count for an unverified person with an external ID but no token", async () => {
      await using server = await startV1Server(open);
      const body = { external_id: "u_42", events: [eventOf(server)] };
      expect((await server.browser().call<EventsResponse>("POST", "events", { body })).body.accepted).toBe(1);
      const people = await server.store.db.selectFrom("people").select(["external_id", "verified"]).execute();
      expect(people).toEqual([{ external_id: "u_42", verified: 0 }]);
    });

    test("keep their own time with a wrong clock, next to the server's time", async () => {
      await using server = await startV1Server(open);
      const years = [
        "2025-11-21T12:00:00Z",
        "2027-11-21T12:00:00Z",
        "0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59.999Z",
      ];
      const events = years.map((year) => eventOf(server, { at: year }));
      expect((await send(server.browser(), events, await server.token("u_42"))).body.accepted).toBe(years.length);
      const rows = await server.store.db
        .selectFrom("events")
        .select(["happened_at", "received_at"])
        .orderBy("happened_at")
        .execute();
      expect(rows.map(({ happened_at }) => happened_at)).toEqual(years.map(Date.parse).sort((a, b) => a - b));
      expect(new Set(rows.map(({ received_at }) => received_at))).toEqual(new Set([server.clock.now()]));
    });
  });
}

function repeatedEvents(dialect: string, open: OpenStore): void {
  describe(`events: deduplication (${dialect})`, () => {
    test("count once when resent after a lost response, in one batch or several", async () => {
      await using server = await startV1Server(open);
      const token = await server.token("u_42");
      const events = [eventOf(server), eventOf(server), eventOf(server)];
      await send(server.browser(), events.slice(0, 2), token);
      expect((await send(server.browser(), events, token)).body).toEqual({ accepted: 3, rejected: [] });
      expect((await send(server.browser(), [...events, ...events], token)).body).toEqual({ accepted: 6, rejected: [] });
      server.clock.advance(400 * 86_400_000);
      expect((await send(server.browser(), events, await server.token("u_42"))).body.accepted).toBe(3);
      expect(await server.count("events")).toBe(3);
    });

    test("count once when many tabs send them at the same time", async () => {
      await using server = await startV1Server(open);
      const token = await server.token("u_42");
      const events = Array.from({ length: 20 }, () => eventOf(server));
      const answers = await Promise.all(Array.from({ length: 5 }, () => send(server.browser(), events, token)));
      for (const { status, body } of answers)
        expect({ status, body }).toEqual({ status: 200, body: { accepted: 20, rejected: [] } });
      expect(await server.count("events")).toBe(20);
      expect(await server.count("people")).toBe(1);
    });

    test("are the same with an uppercase ID", async () => {
      await using server = await startV1Server(open);
      const token = await server.token("u_42");
      const event = eventOf(server);
      await send(server.browser(), [event], token);
      expect((await send(server.browser(), [{ ...event, id: event.id.toUpperCase() }], token)).body.accepted).toBe(1);
      expect(await server.count("events")).toBe(1);
    });

    test("are reported when reusing another event's ID, which stays unchanged", async () => {
      await using server = await startV1Server(open);
      const token = await server.token("u_42");
      const first = eventOf(server);
      await send(server.browser(), [first], token);
      for (const change of [{ name: "other" }, { props: { total: 13 } }, { at: "2026-11-21T11:59:00.124Z" }]) {
        const { body } = await send(server.browser(), [eventOf(server), { ...first, ...change }], token);
        expect(body).toMatchObject({ accepted: 1, rejected: [{ index: 1, id: first.id }] });
      }
      const twice = eventOf(server);
      const { body } = await send(server.browser(), [twice, { ...twice, name: "other" }], token);
      expect(body).toMatchObject({ accepted: 1, rejected: [{ index: 1, id: twice.id }] });
      const row = await server.store.db
        .selectFrom("events")
        .selectAll()
        .where("id", "=", first.id as never)
        .executeTakeFirst();
      expect(row).toMatchObject({ name: "order_shipped", happened_at: Date.parse(at) });
    });

    test("are the same when resent after the anonymous visitor signs in", async () => {
      await using server = await startV1Server(open);
      const browser = await server.visitor();
      const event = eventOf(server);
      await send(browser, [event]);
      await browser.identify("u_42", await server.token("u_42"));
      expect((await send(browser, [event])).body).toEqual({ accepted: 1, rejected: [] });
      expect((await send(browser, [event], await server.token("u_42"))).body).toEqual({ accepted: 1, rejected: [] });
      expect(await server.count("events")).toBe(1);
    });
  });
}

function eventValidation(dialect: string, open: OpenStore): void {
  describe(`events: validation (${dialect})`, () => {
    test("are stored even if others in the batch are invalid and reported", async () => {
      await using server = await startV1Server(open);
      const good = [eventOf(server), eventOf(server)];
      const wrong: readonly (readonly [event: unknown, detail: string])[] = [
        ["text", "event"],
        [null, "event"],
        [[], "event"],
        [eventOf(server, { id: "019389f2-8c1e-4a3b-9c4d-1f2e3d4c5b6a" }), "id"],
        [eventOf(server, { id: 7 }), "id"],
        [eventOf(server, { name: "" }), "name"],
        [eventOf(server, { name: "a\u0000b" }), "name"],
        [eventOf(server, { name: "x".repeat(limits.event_name_chars_max + 1) }), "name"],
        [eventOf(server, { at: "yesterday" }), "at"],
        [eventOf(server, { at: "2026-02-30T00:00:00Z" }), "at"],
        [eventOf(server, { props: [1] }), "props"],
        [eventOf(server, { props: { text: "x".repeat(limits.event_props_bytes_max) } }), "props"],
        [JSON.parse(`{"id":"${newEventId(server)}","name":"x","at":"${at}","props":{"__proto__":{"x":1}}}`), "props"],
        [
          JSON.parse(`{"id":"${newEventId(server)}","name":"x","at":"${at}","props":{"a":[{"constructor":1}]}}`),
          "props",
        ],
        [JSON.parse(`{"id":"${newEventId(server)}","name":"x","at":"${at}","__proto__":{"x":1}}`), "event"],
        [eventOf(server, { person_id: "per_1" }), "event"],
      ];
      const { status, body } = await send(
        server.browser(),
        [good[0], ...wrong.map(([event]) => event), good[1]],
        await server.token("u_42"),
      );
      expect(status).toBe(200);
      expect(body.accepted).toBe(2);
      expect(body.rejected.map(({ index }) => index)).toEqual(wrong.map((_, index) => index + 1));
      for (const [index, [event, field]] of wrong.entries()) {
        expect({ event, detail: body.rejected[index]?.detail.startsWith(field) }).toEqual({ event, detail: true });
      }
      expect(body.rejected[3]?.id).toBe("019389f2-8c1e-4a3b-9c4d-1f2e3d4c5b6a");
      expect(body.rejected[4]?.id).toBeNull();
      expect(await server.count("events")).toBe(2);
      expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
    });

    test("are limited to 1 to 500 in a batch", async () => {
      await using server = await startV1Server(open);
      const token = await server.token("u_42");
      const many = Array.from({ length: limits.events_per_request_max }, () => eventOf(server));
      expect((await send(server.browser(), many, token)).body.accepted).toBe(500);
      for (const events of [[...many, eventOf(server)], []]) {
        const answer = (await send(server.browser(), events, token)) as unknown as TestResponse<Problem>;
        expect(answer.body.code).toBe("body_invalid");
      }
      expect(await server.count("events")).toBe(500);
    });

    test("create no person when all are invalid", async () => {
      await using server = await startV1Server(open);
      const browser = await server.visitor();
      expect((await send(browser, ["nonsense"])).body.accepted).toBe(0);
      expect((await send(server.browser(), [{}], await server.token("u_42"))).body.accepted).toBe(0);
      expect(await server.count("people")).toBe(0);
    });
  });
}
