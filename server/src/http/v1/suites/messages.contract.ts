import { describe, expect, test } from "bun:test";
import { type PersonId, uuidv7 } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { type LiveMessage, MESSAGE, type MessageSignal } from "@fanfare/contract/realtime/live-update";
import type { EventsResponse } from "@fanfare/contract/schema/client/v1";
import { liveUpdateInputSchema, type MessagesResponse } from "@fanfare/contract/schema/realtime/live-update";
import type { OpenStore } from "../../../../test/support/temporary-store.ts";
import type { Browser } from "../../../../test/support/v1-browser.ts";
import { startV1Server, type V1Server } from "../../../../test/support/v1-server.ts";
import type { SegmentPeople } from "../../../engage/live-updates/delivery-targets.ts";
import { createLiveUpdates } from "../../../engage/live-updates/live-updates.ts";
import { presentLiveUpdate } from "../../../engage/live-updates/present-message.ts";
import { personByExternalId } from "../../../store/statements/people/people.ts";
import {
  deliveryCounts,
  furthestStates,
  undeliverableCounts,
} from "../../../store/statements/realtime/live-update-deliveries.ts";
import type { LiveUpdateRow } from "../../../store/statements/realtime/live-updates.ts";

type MessageValues = Record<string, unknown>;
const TO_U42 = { kind: "people", external_ids: ["u_42"] };
const EVERYONE = { kind: "everyone" };

function sender(server: V1Server, segmentPeople: SegmentPeople = async () => undefined) {
  const send = createLiveUpdates({
    ...{ clock: server.clock, rng: systemRng, store: server.store, groups: server.group_pages, segmentPeople },
    publish: (app_id, channel, event, data) => server.signals.push({ app_id, channel, event, data }),
  });
  return (input: MessageValues, text = "Hello"): Promise<LiveUpdateRow> =>
    send(server.shop.id, liveUpdateInputSchema.parse({ body: { kind: "toast", text }, ...input }), null);
}

async function take(browser: Browser, device: string, token?: string): Promise<readonly LiveMessage[]> {
  const body = { device, ...(token === undefined ? browser.anonymousIdentity : {}) };
  const answer = await browser.call<MessagesResponse>("POST", "messages", { body, token });
  expect(answer.status).toBe(200);
  return answer.body.messages;
}

const texts = (messages: readonly LiveMessage[]) =>
  messages.map(({ body }) => ("text" in body ? body.text : body.kind));

async function record(server: V1Server, name: string, id: string, device: string, token: string): Promise<void> {
  const event = {
    id: uuidv7(server.clock, systemRng),
    name: `live_update_${name}`,
    at: new Date(server.clock.now()).toISOString(),
    props: { live_update_id: id, device },
  };
  const answer = await server.browser().call<EventsResponse>("POST", "events", { body: { events: [event] }, token });
  expect(answer.body.accepted).toBe(1);
}

async function idOf(server: V1Server, external_id: string): Promise<PersonId> {
  const row = await personByExternalId(server.store.db, server.shop.id, external_id);
  if (row === undefined) throw new Error(`${external_id} isn't known.`);
  return row.id;
}

const countsOf = async (server: V1Server, row: LiveUpdateRow) => (await deliveryCounts(server.store.db, [row.id]))[0];

export function messagesContract(dialect: string, open: OpenStore): void {
  messageDelivery(dialect, open);
  messageOrder(dialect, open);
  messageRecipients(dialect, open);
}

function messageDelivery(dialect: string, open: OpenStore): void {
  describe(`live updates: delivery (${dialect})`, () => {
    test("wait in order for absent people, once per device, until viewed", async () => {
      await using server = await startV1Server(open);
      const send = sender(server);
      const first = await send({ audience: TO_U42 }, "one");
      await send({ audience: EVERYONE }, "two");
      await send({ audience: TO_U42 }, "three");
      const token = await server.token("u_42");
      const boot = await server.browser().boot(token);
      expect(boot.messages).toBe(3);
      const got = await take(server.browser(), "laptop-1", token);
      expect(texts(got)).toEqual(["one", "two", "three"]);
      expect(got.map(({ position }) => position)).toEqual([1, 2, 3]);
      for (const { id } of got) await record(server, "seen", id, "laptop-1", token);
      expect(await take(server.browser(), "laptop-1", token)).toEqual([]);
      expect(texts(await take(server.browser(), "phone-01", token))).toEqual(["one", "two", "three"]);
      expect(await countsOf(server, first)).toMatchObject({ rows: 2, delivered: 1, seen: 1 });
    });

    test("count each person once, by the furthest state on any device", async () => {
      await using server = await startV1Server(open);
      const row = await sender(server)({ audience: EVERYONE });
      const [token, other] = [await server.token("u_42"), await server.token("u_7")];
      for (const device of ["laptop-1", "phone-01"]) await take(server.browser(), device, token);
      await take(server.browser(), "tablet-1", other);
      const states = async () =>
        (await furthestStates(server.store.db, [row.id])).map(({ state, people }) => [state, people]);
      expect(await states()).toEqual([["sent", 2]]);
      await record(server, "seen", row.id, "laptop-1", token);
      await record(server, "delivered", row.id, "tablet-1", other);
      expect((await states()).toSorted()).toEqual([
        ["delivered", 1],
        ["seen", 1],
      ]);
      const report = { undeliverable: 0, newest: row.position, emails: undefined, pushes: undefined };
      const furthest = await furthestStates(server.store.db, [row.id]);
      const counted = await countsOf(server, row);
      const at = (now_ms: number) => presentLiveUpdate(row, { ...report, counted, furthest }, now_ms).counts.furthest;
      expect(at(row.created_at)).toMatchObject({ sent: 0, delivered: 1, expired: 0, seen: 1 });
      expect(at(row.expires_at)).toMatchObject({ sent: 0, delivered: 0, expired: 1, seen: 1 });
    });

    test("are sent to the same device again without a confirmed view", async () => {
      await using server = await startV1Server(open);
      const row = await sender(server)({ audience: TO_U42 });
      const token = await server.token("u_42");
      await take(server.browser(), "laptop-1", token);
      await record(server, "delivered", row.id, "laptop-1", token);
      expect((await take(server.browser(), "laptop-1", token)).length).toBe(1);
    });

    test("go to one device only if so addressed, and to another after a minute", async () => {
      await using server = await startV1Server(open);
      await sender(server)({ audience: TO_U42, devices: "one" });
      const token = await server.token("u_42");
      const countMessages = async (device: string) => (await take(server.browser(), device, token)).length;
      expect(
        await Promise.all([countMessages("laptop-1"), countMessages("phone-01"), countMessages("tablet-1")]),
      ).toContain(1);
      const held = await Promise.all([countMessages("laptop-1"), countMessages("phone-01"), countMessages("tablet-1")]);
      expect(held.reduce((sum, count) => sum + count, 0)).toBe(1);
      server.clock.advance(limits.live_update_claim_ms + 1);
      const other = ["laptop-1", "phone-01", "tablet-1"][held.indexOf(1) === 0 ? 1 : 0] ?? "";
      expect(await countMessages(other)).toBe(1);
      expect(await server.count("live_update_deliveries")).toBe(1);
    });

    test("repeat until acted on or dismissed when they require acknowledgment", async () => {
      await using server = await startV1Server(open);
      const row = await sender(server)({ audience: TO_U42, require_ack: true });
      const token = await server.token("u_42");
      const countMessages = async () => (await take(server.browser(), "laptop-1", token)).length;
      expect(await countMessages()).toBe(1);
      await record(server, "seen", row.id, "laptop-1", token);
      expect(await countMessages()).toBe(1);
      await record(server, "acted", row.id, "laptop-1", token);
      expect(await countMessages()).toBe(0);
      // A late, weaker status changes nothing.
      await record(server, "dismissed", row.id, "laptop-1", token);
      await record(server, "delivered", row.id, "laptop-1", token);
      expect(await countsOf(server, row)).toMatchObject({ delivered: 1, seen: 1, acted: 1, dismissed: 0 });
    });
  });
}

function messageOrder(dialect: string, open: OpenStore): void {
  describe(`live updates: order and expiry (${dialect})`, () => {
    test("expire to the millisecond", async () => {
      await using server = await startV1Server(open);
      const row = await sender(server)({ audience: TO_U42, ttl_s: 60 });
      const token = await server.token("u_42");
      server.clock.advance(60 * SECOND_MS - 1);
      expect((await take(server.browser(), "laptop-1", token)).length).toBe(1);
      server.clock.advance(1);
      expect(await take(server.browser(), "laptop-1", token)).toEqual([]);
      expect((await server.browser().boot(token)).messages).toBe(0);
      expect(await countsOf(server, row)).toMatchObject({ rows: 1, open: 1, seen: 0 });
    });

    test("keep only the newest per collapse key and count the others as collapsed", async () => {
      await using server = await startV1Server(open);
      const send = sender(server);
      const old = await send({ audience: TO_U42, collapse_key: "orders" }, "1 order");
      await send({ audience: TO_U42 }, "between");
      await send({ audience: TO_U42, collapse_key: "orders" }, "2 orders");
      const token = await server.token("u_42");
      expect(texts(await take(server.browser(), "laptop-1", token))).toEqual(["between", "2 orders"]);
      expect(await countsOf(server, old)).toMatchObject({ collapsed: 1, seen: 0 });
    });

    test("are sent to open pages once stored, small ones whole and others on request", async () => {
      await using server = await startV1Server(open);
      const send = sender(server);
      await server.browser().boot(await server.token("u_7", { groups: ["acme"] }));
      await send({ audience: EVERYONE }, "small");
      await send({ audience: TO_U42, devices: "one" });
      await send({ audience: { kind: "groups", groups: ["acme", "none"] } });
      await send({ audience: EVERYONE, body: { kind: "data", name: "big", data: "x".repeat(5_000) } });
      const signals = server.signals
        .filter(({ event }) => event === MESSAGE)
        .map(({ channel, data }) => [channel, (data as MessageSignal).message?.position]);
      expect(signals).toEqual([
        ["fanfare", 1],
        ["private-fanfare-u_42", undefined],
        ["private-fanfare-u_7", 3],
        ["fanfare", undefined],
      ]);
    });

    test("get gapless numbers when sent at the same time, and arrive in that order", async () => {
      await using server = await startV1Server(open);
      const send = sender(server);
      const rows = await Promise.all(Array.from({ length: 20 }, () => send({ audience: EVERYONE })));
      const places = Array.from({ length: 20 }, (_, index) => index + 1);
      expect(rows.map(({ position }) => position).sort((a, b) => a - b)).toEqual(places);
      expect(server.signals.map(({ data }) => (data as MessageSignal).message?.position)).toEqual(places);
    });
  });
}

function messageRecipients(dialect: string, open: OpenStore): void {
  describe(`live updates: recipients (${dialect})`, () => {
    test("can't be delivered to people who aren't verified, unless they got them before", async () => {
      await using server = await startV1Server(open);
      const send = sender(server, async () => Promise.all(["u_42", "u_7"].map((name) => idOf(server, name))));
      await server.browser().identify("u_42");
      await server.browser().identify("u_7", await server.token("u_7"));
      const named = await send({ audience: { kind: "people", external_ids: ["u_42", "u_7", "u_new"] } });
      const segment = await send({ audience: { kind: "segment", segment_id: "seg_1" } });
      const counted = async () => {
        const counts = await undeliverableCounts(server.store.db, [named.id, segment.id], server.clock.now());
        return [counts.get(named.id), counts.get(segment.id)];
      };
      expect(await counted()).toEqual([1, 1]);
      expect(texts(await take(server.browser(), "laptop-1", await server.token("u_42")))).toHaveLength(2);
      expect(await counted()).toEqual([undefined, undefined]);
      server.clock.advance(limits.live_update_ttl_s * SECOND_MS);
      expect(await counted()).toEqual([undefined, undefined]);
    });

    test("reach groups only by token, and no one by an unverified ID", async () => {
      await using server = await startV1Server(open);
      const send = sender(server);
      await send({ audience: { kind: "groups", groups: ["acme"] } }, "acme");
      await send({ audience: TO_U42 }, "own");
      await send({ audience: EVERYONE }, "all");
      const member = await server.token("u_7", { groups: ["acme"] });
      expect(texts(await take(server.browser(), "laptop-1", member))).toEqual(["acme", "all"]);
      expect(texts(await take(server.browser(), "laptop-1", await server.token("u_8", { groups: ["other"] })))).toEqual(
        ["all"],
      );
      const unverified = await server
        .browser()
        .call<MessagesResponse>("POST", "messages", { body: { device: "laptop-9", external_id: "u_42" } });
      expect(texts(unverified.body.messages)).toEqual(["all"]);
    });

    test("reach anonymous visitors and stay with them when they sign in", async () => {
      await using server = await startV1Server(open);
      const send = sender(server);
      const browser = server.browser();
      const { anonymous } = await browser.boot();
      const row = await send({ audience: { kind: "people", external_ids: [anonymous?.id] } }, "guest");
      await send({ audience: EVERYONE }, "all");
      expect(texts(await take(browser, "laptop-1"))).toEqual(["guest", "all"]);
      const token = await server.token("u_42");
      await record(server, "seen", row.id, "laptop-1", token);
      await browser.identify("u_42", token);
      const rows = await server.store.db.selectFrom("live_update_deliveries").select("person_id").execute();
      expect(new Set(rows.map(({ person_id }) => person_id)).size).toBe(1);
    });

    test("wait for the people of a segment, and an unknown segment is a problem", async () => {
      await using server = await startV1Server(open);
      const token = await server.token("u_42");
      await server.browser().boot(token);
      const { id } = await server.store.db.selectFrom("people").select("id").executeTakeFirstOrThrow();
      const send = sender(server, async (_, segment_id) => (segment_id === "seg_1" ? [id] : undefined));
      const row = await send({ audience: { kind: "segment", segment_id: "seg_1" } });
      expect(row.people).toBe(1);
      expect(server.signals.at(-1)).toMatchObject({ channel: "private-fanfare-u_42", event: MESSAGE });
      expect((await take(server.browser(), "laptop-1", token)).length).toBe(1);
      expect(await take(server.browser(), "laptop-1", await server.token("u_7"))).toEqual([]);
      await expect(send({ audience: { kind: "segment", segment_id: "seg_2" } })).rejects.toMatchObject({
        code: "segment_not_found",
      });
    });

    test("are not found from another app", async () => {
      await using server = await startV1Server(open);
      const token = await server.token("u_42");
      const foreign = `lup_${uuidv7(server.clock, systemRng)}`;
      await record(server, "seen", foreign, "laptop-1", token);
      await record(server, "seen", "nonsense", "laptop-1", token);
      expect(await server.count("live_update_deliveries")).toBe(0);
      expect(await server.count("events")).toBe(2);
    });

    test("create no person when there are none to fetch", async () => {
      await using server = await startV1Server(open);
      const browser = await server.visitor();
      expect(await take(browser, "laptop-1")).toEqual([]);
      expect(await server.count("people")).toBe(0);
    });
  });
}
