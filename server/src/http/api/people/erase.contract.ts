import { describe, expect, test } from "bun:test";
import { systemClock } from "@fanfare/contract/lib/clock";
import { type AppId, newId, uuidv7, type WebhookDeliveryId } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { DAY_MS } from "@fanfare/contract/limits";
import { sampleRows } from "../../../../test/support/sample-rows.ts";
import {
  APP,
  identityToken,
  sampleTour,
  startTemporaryServer,
  type TemporaryServer,
} from "../../../../test/support/temporary-server.ts";
import { insertAttempts } from "../../../store/statements/realtime/webhook-attempts.ts";
import { insertDeliveries } from "../../../store/statements/realtime/webhook-deliveries.ts";

const NAME = "forget-me@shop.test";
/** Words that only this person's data contains. */
const TRACES = ["forget-me", "rosebud", "Zoe", "laptop-of-zoe"];

const token = () => identityToken(NAME);

/** Events as an outbox sends them, each with its own ID. */
const events = (...names: readonly string[]) => ({
  events: names.map((name) => ({
    id: uuidv7(systemClock, systemRng),
    name,
    props: { note: "rosebud" },
    at: "2026-11-21T12:00:00Z",
  })),
});

/** Fails when any table still holds one of these texts. */
async function expectNoTraces(server: TemporaryServer, traces: readonly string[], ids: readonly string[]) {
  const { db } = server.fanfare.store;
  for (const { name } of await db.introspection.getTables()) {
    const rows = await db
      .selectFrom(name as "people")
      .selectAll()
      .execute();
    const text = JSON.stringify(rows);
    // The ID remains only in the audit log.
    for (const trace of name === "audit_entries" ? traces : [...traces, ...ids]) {
      expect([name, trace, text.includes(trace)]).toEqual([name, trace, false]);
    }
  }
}

export function eraseContract(dialect: string, environment: () => Promise<Readonly<Record<string, string>>>): void {
  describe(`erased person (${dialect})`, () => {
    test("leaves nothing in any table, and their queued events are rejected", async () => {
      await using server = await startTemporaryServer({
        environment: await environment(),
        contents: { contents: [{ slug: "welcome", name: "Welcome", edition: sampleTour("Hello") }] },
      });
      const owner = await server.ownerBrowser();
      const at = (path: string): string => `/api/${path}?app_id=${APP.id}`;
      const page = server.browser();
      const post = (path: string, body: object, headers: Record<string, string> = {}) =>
        page.call("POST", `/v1/${path}?app=${APP.key}`, body, headers);

      const { json: first } = await post("boot", {});
      const anonymous_token: string = first.anonymous.token;
      await post("events", { anonymous_token, ...events("looked") });
      const headers = { Authorization: `Bearer ${await token()}` };
      const attributes = { name: "Zoe Forget", secret: "rosebud" };
      const { json: boot } = await post("identify", { external_id: NAME, attributes, anonymous_token }, headers);
      const [{ content_id, version_id, edition }] = boot.decisions;
      const run = { content_id, version_id, step_id: edition.body.steps[0].id };
      const start = () => ({ action: "start", run_id: newId("run", systemClock, systemRng), reason: "rule", ...run });
      const goal = { app_id: APP.id, name: "Ordered", event_name: "ordered", window_days: 7 };
      expect((await owner.call("POST", "/api/goals", goal)).status).toBe(201);
      const input = { app_id: APP.id, body: { kind: "toast", text: "Hello" } };
      for (const audience of [{ kind: "everyone" }, { kind: "people", external_ids: [NAME] }]) {
        expect((await owner.call("POST", "/api/live-updates", { ...input, audience })).status).toBe(201);
      }
      const timing = { time_zone: "UTC", send_at: new Date(Date.now() + DAY_MS).toISOString().slice(0, 16) };
      for (const external_ids of [[NAME], [NAME, "max"]]) {
        const planned = { ...input, audience: { kind: "people", external_ids }, timing };
        expect((await owner.call("POST", "/api/live-updates", planned)).status).toBe(201);
      }
      const results = [
        await post("events", events("ordered", "looked"), headers),
        await post("progress", start(), headers),
        await post("messages", { device: "laptop-of-zoe" }, headers),
        await post("suppressions", { scope: "content", target: content_id }, headers),
      ];
      expect(results.map(({ status }) => status)).toEqual(results.map(() => 200));
      expect(results[2]?.json.messages).toHaveLength(2);
      await owner.call("PUT", at("groups/acme"), {});
      await owner.call("PUT", at(`people/${NAME}/groups/acme`), { attributes: { note: "rosebud" } });
      const { json: list } = await owner.call("POST", "/api/segments", { name: "Beta", rule: { kind: "list" } });
      const listed = { app_id: APP.id, external_ids: [first.anonymous.id, NAME] };
      expect((await owner.call("POST", `/api/segments/${list.id}/list/add`, listed)).json).toMatchObject({
        changed: 1,
      });
      const { json: taken } = await owner.call("GET", at(`people/${NAME}/export`));
      expect(taken.person.attributes.secret).toBe("rosebud");
      const lists = [taken.events, taken.runs, taken.suppressions, taken.groups, taken.lists];
      expect(lists.map(({ length }: readonly unknown[]) => length)).toEqual([3, 1, 1, 1, 1]);

      const { status, json } = await owner.call("DELETE", at(`people/${NAME}`));
      expect([status, json]).toEqual([200, { erased: { people: 2, events: 3, runs: 1, suppressions: 1 } }]);

      const late = [
        await post("events", events("ordered"), headers),
        await post("events", { external_id: NAME, ...events("ordered") }),
        await post("events", { anonymous_token, ...events("looked") }),
        await post("progress", start(), headers),
        await post("messages", { device: "laptop-of-zoe" }, headers),
        await post("suppressions", { scope: "all", target: "" }, headers),
        await post("identify", { external_id: NAME }, headers),
        await owner.call("POST", "/api/track", { app_id: APP.id, external_id: NAME, events: [{ name: "ordered" }] }),
      ];
      expect(late.map(({ status: code, json: body }) => [code, body.code])).toEqual(
        late.map(() => [410, "person_erased"]),
      );
      // The browser continues as a new visitor.
      const { json: again } = await post("boot", { anonymous_token });
      expect(again.anonymous.id).not.toBe(first.anonymous.id);

      const { json: planned } = await owner.call("GET", at("live-updates/scheduled"));
      expect(planned.items).toMatchObject([{ audience: { external_ids: ["max"] } }]);
      await expectNoTraces(server, [...TRACES, first.anonymous.id], [boot.person.id, first.person.id]);
    }, 30_000);

    test("loses only deliveries that identify them, and responses with their whole name", async () => {
      await using server = await startTemporaryServer({ environment: await environment() });
      const { store } = server.fanfare;
      const owner = await server.ownerBrowser();
      const body = { app_id: APP.id, people: [{ external_id: "type" }, { external_id: "Ann" }] };
      expect((await owner.call("POST", "/api/people/import", body)).status).toBe(200);
      const { json: ann } = await owner.call("GET", `/api/people/Ann?app_id=${APP.id}`);
      const hook = { url: "http://127.0.0.1:9/hook", enabled: false };
      const { id: webhook_id } = (await owner.call("POST", `/api/webhooks?app_id=${APP.id}`, hook)).json;
      const about = (external_id: string | null, props: Record<string, unknown> = {}, id = "per_other") =>
        JSON.stringify({
          type: "event.tracked",
          data: { person: { id, external_id, anonymous_id: null }, event: { props } },
        });
      const channel = (event: object) => JSON.stringify({ time_ms: 1, events: [{ name: "client_event", ...event }] });
      const bodies = {
        ...{ ann: about("Ann"), ann_by_id: about(null, {}, ann.id), type: about("type"), ANN: about("ANN") },
        ...{ mention: about("bob", { type: "Ann" }), Anna: about("Anna") },
        ...{ ann_said: channel({ user_id: "Ann", data: "hi" }), of_ann: channel({ data: '{"to":{"user_id":"Ann"}}' }) },
        ...{ other_case: channel({ user_id: "ann", data: '{"type":"Ann"}' }), waits: channel({ user_id: "Ann" }) },
      };
      const row = {
        ...sampleRows("erased").webhook_deliveries,
        app_id: APP.id as AppId,
        webhook_id,
        state: "dead",
      } as const;
      const rows = Object.entries(bodies).map(([name, text], at) => ({
        ...{ ...row, id: `whd_${at}` as WebhookDeliveryId, last_error: name, body: text },
        ...(name === "waits" ? { state: "pending" as const } : {}),
        message_id: text.startsWith('{"time_ms"') ? null : name,
      }));
      const answers = ["Unknown user 'Ann'", "Channel Annex, ann", "Ann is unknown"];
      await store.write([
        { query: insertDeliveries(store.db, rows) },
        ...answers.map((answer, began_at) => ({
          query: insertAttempts(store.db, ["whd_3" as WebhookDeliveryId], {
            ...{ began_at, duration_ms: 1, status: 400, error: null, answer },
          }),
        })),
      ]);
      const left = async (): Promise<readonly (string | null)[]> =>
        (await store.db.selectFrom("webhook_deliveries").select("last_error").orderBy("id").execute()).map(
          ({ last_error }) => last_error,
        );
      expect((await owner.call("DELETE", `/api/people/Ann?app_id=${APP.id}`)).status).toBe(200);
      const others = ["ANN", "mention", "Anna", "other_case", "waits"];
      expect(await left()).toEqual(["type", ...others]);
      const attempts = await store.db.selectFrom("webhook_attempts").select("answer").execute();
      expect(attempts.map(({ answer }) => answer)).toEqual(["Channel Annex, ann"]);
      expect((await owner.call("DELETE", `/api/people/type?app_id=${APP.id}`)).status).toBe(200);
      expect(await left()).toEqual(others);
    }, 30_000);
  });
}
