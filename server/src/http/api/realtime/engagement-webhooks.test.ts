import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@fanfare/contract/lib/clock";
import { type AppId, type PersonId, uuidv7 } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { Webhook } from "standardwebhooks";
import {
  APP,
  sampleTour,
  startTemporaryServer,
  type TemporaryServer,
  type TestBrowser,
} from "../../../../test/support/temporary-server.ts";
import { until } from "../../../../test/support/webhook-fixture.ts";
import { silentLog } from "../../../lib/log.ts";
import { openDatabase } from "../../../operations/open-database.ts";
import { recordPersonFact } from "../../../store/statements/realtime/facts.ts";

interface Received {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests check the shape of the message
  readonly json: any;
}

const app_id = APP.id;
const directory = mkdtempSync(join(tmpdir(), "fanfare-engagement-"));
let is_busy = true;
const received = new Map<string, Received[]>();
const receiver = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    const { pathname } = new URL(request.url);
    const body = await request.text();
    const headers = Object.fromEntries(request.headers);
    const list = received.get(pathname) ?? [];
    received.set(pathname, [...list, { id: headers["webhook-id"] ?? "", headers, body, json: JSON.parse(body) }]);
    if (pathname === "/later" && is_busy)
      return new Response(null, { status: 503, headers: { "Retry-After": "3600" } });
    return new Response(null, { status: pathname === "/down" ? 503 : 204 });
  },
});
let server: TemporaryServer;
let owner: TestBrowser;
let tour: string;

const start = async (): Promise<void> => {
  const contents = { contents: [{ slug: "welcome", name: "Welcome", edition: sampleTour("Hello") }] };
  server = await startTemporaryServer({ contents, data_dir: directory });
  owner = await server.ownerBrowser();
};
beforeAll(async () => {
  await start();
  const { json } = await owner.call("GET", `/api/contents?app_id=${app_id}`);
  tour = json.items[0].id;
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await receiver.stop(true);
  rmSync(directory, { recursive: true, force: true });
});

const at = (path: string): readonly Received[] => received.get(path) ?? [];
const types = (path: string): readonly string[] => at(path).map(({ json }) => json.type);

async function hook(path: string, fields: Record<string, unknown> = {}) {
  const url = `http://127.0.0.1:${receiver.port}${path}`;
  const { status, json } = await owner.call("POST", `/api/webhooks?app_id=${app_id}`, {
    kind: "engagement",
    url,
    ...fields,
  });
  expect([status, json.code]).toEqual([201, undefined]);
  return json;
}
const newSecret = async (id: string): Promise<string> =>
  (await owner.call("POST", `/api/webhooks/${id}/signing-secret?app_id=${app_id}`)).json.signing_secret;
const track = (external_id: string, ...events: readonly object[]) =>
  owner.call("POST", `/api/track?app_id=${app_id}`, { external_id, events });
const event = (name: string, props: Record<string, unknown> = {}) => ({
  ...{ id: uuidv7(systemClock, systemRng), name, props, at: "2026-11-21T12:00:00.000Z" },
});

test("sends each fact once, in order, signed as in Standard Webhooks", async () => {
  const filter = { event_names: ["Paid"], person_attributes: ["plan"] };
  const { id } = await hook("/all", { events: "all", filter });
  const secret = await newSecret(id);
  await owner.call("POST", `/api/goals?app_id=${app_id}`, { name: "Big order", event_name: "Paid" });
  await owner.call("POST", `/v1/identify?app=${APP.key}`, { external_id: "u_1", attributes: { plan: "pro", age: 7 } });
  const events = [event("tour_completed", { content_id: tour, step_id: "hello" }), event("Paid"), event("Other")];
  for (let call = 0; call < 2; call++) for (const each of events) await track("u_1", each);
  await owner.call("POST", `/api/contents/${tour}/pause?app_id=${app_id}`);
  // Erasing a person deletes their waiting messages, too.
  await until(() => types("/all").includes("content.paused") && types("/all").includes("goal.reached"));
  await owner.call("DELETE", `/api/people/u_1?app_id=${app_id}`);
  await until(() => types("/all").includes("person.erased"));
  expect(types("/all").filter((type) => !type.startsWith("token."))).toEqual([
    ...["person.identified", "fanfare.tour_completed", "event.tracked", "goal.reached", "content.paused"],
    "person.erased",
  ]);
  const [, completed] = at("/all");
  expect(completed?.json).toMatchObject({
    version: 1,
    data: {
      app: { id: app_id, key: APP.key },
      person: { external_id: "u_1", attributes: { plan: "pro" } },
      content: { id: tour, slug: "welcome", type: "tour" },
      event: { name: "tour_completed", happened_at: "2026-11-21T12:00:00.000Z", props: { step_id: "hello" } },
    },
  });
  for (const { body, headers, json, id: message_id } of at("/all")) {
    expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
    expect(json.data.id).toBe(message_id);
    // Standard Webhooks signs `id.timestamp.body`.
    expect(message_id).not.toContain(".");
  }
  // The overlap: receivers that still know the old secret verify, too.
  const newer = await newSecret(id);
  await track("u_2", event("Paid"));
  await until(() => at("/all").at(-1)?.json.data.person?.external_id === "u_2");
  const { body = "", headers = {} } = at("/all").at(-1) ?? {};
  for (const each of [secret, newer]) expect(() => new Webhook(each).verify(body, headers)).not.toThrow();
});

test("sends a test of its own type, signed as in Standard Webhooks", async () => {
  const { id } = await hook("/test", { events: ["goal.reached"] });
  const secret = await newSecret(id);
  const { json } = await owner.call("POST", `/api/webhooks/${id}/test?app_id=${app_id}`);
  expect(json).toMatchObject({ status: 204, error: null, answer: "" });
  const [message] = at("/test");
  expect(message?.json).toEqual({
    ...{ type: "webhook.test", version: 1, timestamp: expect.any(String) },
    data: { id: message?.id, app: { id: app_id, key: APP.key } },
  });
  expect(() => new Webhook(secret).verify(message?.body ?? "", { ...message?.headers })).not.toThrow();
  expect(json.request.headers["webhook-signature"]).toBe(message?.headers["webhook-signature"]);
});

test("sends what waits as soon as a test succeeds, not after the pause", async () => {
  const { id } = await hook("/later", { events: ["event.tracked"], filter: { event_names: ["Later"] } });
  const states = async (): Promise<readonly (readonly [string, number | null])[]> => {
    const rows = await server.fanfare.store.db.selectFrom("webhook_deliveries").selectAll().execute();
    return rows.flatMap((row) => (row.webhook_id === id ? [[row.state, row.last_status] as const] : []));
  };
  await track("u_later", event("Later"));
  await until(async () => (await states())[0]?.[1] === 503);
  const test = async () => (await owner.call("POST", `/api/webhooks/${id}/test?app_id=${app_id}`)).json.status;
  expect(await test()).toBe(503);
  expect(await states()).toEqual([["pending", 503]]);
  is_busy = false;
  expect(await test()).toBe(204);
  await until(async () => (await states())[0]?.[0] === "delivered");
  expect(types("/later").filter((type) => type === "event.tracked")).toHaveLength(2);
});

test("removes an erased person from delivered and waiting messages in the same call", async () => {
  const paid = { events: ["event.tracked"], filter: { event_names: ["Paid"] } };
  const hooks = [await hook("/up", paid), await hook("/down", paid)].map(({ id }) => id);
  await track("u_gone", event("Paid", { note: "u_gone paid" }));
  await track("u_stays", event("Paid"));
  await until(() => at("/up").length === 2 && at("/down").length > 0);
  const stored = async (): Promise<readonly string[]> => {
    const rows = await server.fanfare.store.db.selectFrom("webhook_deliveries").selectAll().execute();
    return rows.flatMap(({ webhook_id, body }) => (hooks.includes(webhook_id) ? [body] : []));
  };
  expect(await stored()).toHaveLength(4);
  expect((await owner.call("DELETE", `/api/people/u_gone?app_id=${app_id}`)).status).toBe(200);
  const left = await stored();
  expect(left).toHaveLength(2);
  expect(left.join()).not.toContain("u_gone");
  for (const id of hooks) await owner.call("DELETE", `/api/webhooks/${id}?app_id=${app_id}`);
});

test("filters by topic, content, tag, segment, and event name", async () => {
  const plan = { kind: "attribute", of: "person", name: "plan", test: { type: "text", op: "is", value: "pro" } };
  const { json: segment } = await owner.call("POST", "/api/segments", { name: "Pros", rule: plan });
  const topics = ["fanfare.tour_completed", "event.tracked", "person.identified"];
  const event_names = ["Paid"];
  await hook("/tag", { events: topics, filter: { tags: ["other"], event_names } });
  await hook("/content", { events: topics, filter: { content_ids: [tour], event_names } });
  await hook("/segment", { events: topics, filter: { segment_ids: [segment.id], event_names } });
  for (const [external_id, attributes] of [
    ["u_free", {}],
    ["u_pro", { plan: "pro" }],
  ] as const) {
    await owner.call("POST", `/v1/identify?app=${APP.key}`, { external_id, attributes });
    await track(external_id, event("tour_completed", { content_id: tour }));
    await track(external_id, event("Other"));
    await track(external_id, event("Paid"));
  }
  const wanted = ["person.identified", "fanfare.tour_completed", "event.tracked"];
  await until(() => at("/segment").length === 3 && at("/content").length === 6 && at("/tag").length === 4);
  expect(types("/segment")).toEqual(wanted);
  expect(types("/content")).toEqual([...wanted, ...wanted]);
  expect(types("/tag")).toEqual(["person.identified", "event.tracked", "person.identified", "event.tracked"]);
});

test("sends a time range again with the same message IDs", async () => {
  const { id } = await hook("/again", { events: ["event.tracked"], filter: { event_names: ["Again"] } });
  await track("u_3", event("Again"), event("Other"));
  await until(() => at("/again").length === 1);
  const range = { since: new Date(Date.now() - 60_000).toISOString(), until: "2100-01-01T00:00:00Z" };
  const { status, json } = await owner.call("POST", `/api/webhooks/${id}/replay?app_id=${app_id}`, range);
  expect([status, json.queued > 1]).toEqual([202, true]);
  await until(() => at("/again").length === 2);
  expect(at("/again").map((message) => message.id)).toEqual([at("/again")[0]?.id ?? "", at("/again")[0]?.id ?? ""]);
  expect(at("/content").length).toBe(6);
});

test("sends facts that an earlier process recorded but didn't send", async () => {
  await hook("/left", { events: ["person.identified"] });
  await track("u_left", event("Seen"));
  const person = await server.fanfare.store.db
    .selectFrom("people")
    .select("id")
    .where("external_id", "=", "u_left")
    .executeTakeFirstOrThrow();
  await server.stop();
  const store = await openDatabase(server.config.database_url, { clock: systemClock, log: silentLog });
  const fact = uuidv7(systemClock, systemRng);
  await store.write([{ query: recordPersonFact(store.db, fact, app_id as AppId, person.id as PersonId) }]);
  await store.close();
  await start();
  await until(() => at("/left").length === 1);
  expect(at("/left")[0]?.json.data.person.external_id).toBe("u_left");
  expect(await server.fanfare.store.db.selectFrom("facts").selectAll().execute()).toEqual([]);
});

test("keeps the filter when another field changes", async () => {
  const { id, filter } = await hook("/kept", { events: ["event.tracked"], filter: { event_names: ["Paid"] } });
  const { json } = await owner.call("PATCH", `/api/webhooks/${id}?app_id=${app_id}`, { enabled: false });
  expect([json.enabled, json.filter]).toEqual([false, filter]);
});

test("refuses events of the other kind, and tracked events without names", async () => {
  const url = `http://127.0.0.1:${receiver.port}/none`;
  for (const body of [
    { kind: "channels", events: ["goal.reached"] },
    { kind: "engagement", events: ["channel_occupied"] },
    { kind: "engagement", events: ["event.tracked"] },
  ]) {
    const { status, json } = await owner.call("POST", `/api/webhooks?app_id=${app_id}`, { url, ...body });
    expect([status, json.code]).toEqual([400, "body_invalid"]);
  }
});
