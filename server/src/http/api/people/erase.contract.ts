import { describe, expect, test } from "bun:test";
import { systemClock } from "@fanfare/contract/lib/clock";
import { newId, uuidv7 } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { DAY_MS } from "@fanfare/contract/limits";
import {
  APP,
  identityToken,
  sampleTour,
  startTemporaryServer,
  type TemporaryServer,
} from "../../../../test/support/temporary-server.ts";

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
  });
}
