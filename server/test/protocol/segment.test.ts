import { afterAll, beforeAll, expect, test } from "bun:test";
import { sharedServer } from "../support/shared-server.ts";
import { APP } from "../support/temporary-server.ts";
import { type NodeProcess, startNode } from "./clients/node-process.ts";

interface Order {
  readonly id: number;
  readonly settings: { readonly host: string; readonly path: string; readonly writeKey: string };
  readonly calls: readonly { readonly method: string; readonly call: object }[];
}
interface Report {
  readonly id: number;
  readonly statuses: readonly number[];
  readonly errors: readonly string[];
}

let node: NodeProcess<Order, Report>;
let write_key: string;
const { server, owner } = await sharedServer();
beforeAll(async () => {
  node = await startNode("segment-node.mjs");
  write_key = await newWriteKey(["event.write", "person.write"]);
});
afterAll(() => node.stop());

async function newWriteKey(scopes: readonly string[]): Promise<string> {
  const { json } = await owner.call("POST", "/api/tokens", { name: "Segment", scopes, expires_in_days: 1 });
  return `${APP.key}:${json.token}`;
}

let orders = 0;
function deliver(writeKey: string, calls: Order["calls"]): Promise<Report> {
  const id = orders++;
  const { promise, resolve } = Promise.withResolvers<Report>();
  node.onReport((report) => report.id === id && resolve(report));
  node.send({ id, settings: { host: server.origin, path: "/segment/v1/batch", writeKey }, calls });
  return promise;
}

const send = (path: string, body: object, headers: Record<string, string> = {}) =>
  server.browser().call("POST", `/segment/v1/${path}`, body, { "Content-Type": "text/plain", ...headers });
const person = async (id: string) => (await owner.call("GET", `/api/people/${id}?app_id=${APP.id}`)).json;
async function eventsOf(external_id: string): Promise<readonly { readonly name: string; readonly props: unknown }[]> {
  const { json } = await owner.call("GET", `/api/people/${external_id}/export?app_id=${APP.id}`);
  return json.events.map(({ name, props }: { name: string; props: unknown }) => ({ name, props }));
}

test("stores people, groups, and events that Segment's Node library sends", async () => {
  const userId = "u_node";
  const report = await deliver(write_key, [
    { method: "track", call: { anonymousId: "visitor-1", event: "Signed Up", properties: { plan: "pro" } } },
    {
      method: "identify",
      call: { userId, anonymousId: "visitor-1", traits: { name: "Ada", address: { city: "London" }, "bad key": 1 } },
    },
    { method: "group", call: { userId, groupId: "acme", traits: { name: "Acme" } } },
    { method: "track", call: { userId, event: "Project Created", properties: { total: 12 } } },
    { method: "page", call: { userId, name: "Pricing", properties: { path: "/pricing" } } },
  ]);
  expect(report).toMatchObject({ statuses: [200], errors: [] });
  const { attributes, groups } = await person(userId);
  expect(attributes).toEqual({ name: "Ada", address_city: "London" });
  expect(groups).toMatchObject([{ external_id: "acme" }]);
  expect((await eventsOf(userId)).toSorted((one, other) => (one.name < other.name ? -1 : 1))).toEqual([
    { name: "Project Created", props: { total: 12 } },
    { name: "Signed Up", props: { plan: "pro" } },
    { name: "page", props: { name: "Pricing", path: "/pricing" } },
  ]);
});

test("feeds a goal with properties", async () => {
  const props = [{ name: "total", test: { type: "number", op: "at_least", value: 100 } }];
  const goals = `/api/goals?app_id=${APP.id}`;
  const made = await owner.call("POST", goals, { name: "Big invoice", event_name: "Invoice Paid", props });
  expect(made.status).toBe(201);
  const paid = (userId: string, total: number) => ({
    method: "track",
    call: { userId, event: "Invoice Paid", properties: { total } },
  });
  expect((await deliver(write_key, [paid("u_small", 5), paid("u_big", 500)])).statuses).toEqual([200]);
  expect((await owner.call("GET", goals)).json.items).toMatchObject([{ name: "Big invoice", people: 1 }]);
});

test("counts a call with the same messageId once, also when its time is corrected differently", async () => {
  const call = { userId: "u_once", event: "Paid", messageId: "m-1", timestamp: "2026-11-21T12:00:00.000Z" };
  for (const sentAt of ["2026-11-21T12:00:01.000Z", "2026-11-21T12:03:00.000Z"]) {
    const batch = [1, 2].map(() => ({ ...call, type: "track" }));
    expect((await send("batch", { writeKey: APP.key, batch, sentAt })).json).toEqual({ success: true, rejected: [] });
    expect((await send("t", { ...call, writeKey: APP.key, sentAt })).status).toBe(200);
  }
  expect(await eventsOf("u_once")).toHaveLength(1);
});

test("doesn't count Fanfare's own events that another tool sends back", async () => {
  const returned = {
    type: "track",
    userId: "u_back",
    event: "tour_completed",
    context: { library: { name: "fanfare" } },
  };
  const batch = [returned, { ...returned, event: "Seen", context: { library: { name: "analytics.js" } } }];
  await send("batch", { writeKey: APP.key, batch });
  expect(await eventsOf("u_back")).toMatchObject([{ name: "Seen" }]);
});

test("doesn't count an event again whose message ID a tool kept, whatever library it names", async () => {
  const known = await send("t", { writeKey: APP.key, userId: "u_kept", event: "Paid", messageId: "m-kept" });
  expect(known.status).toBe(200);
  const { json } = await owner.call("GET", `/api/people/u_kept/export?app_id=${APP.id}`);
  const messageId = `evt_${json.events[0].id}`;
  const other = {
    type: "track",
    userId: "u_kept",
    event: "Paid",
    messageId: "evt_01900000-0000-7000-8000-000000000000",
  };
  const batch = [{ ...other, messageId, context: { library: { name: "analytics.js" } } }, other];
  expect((await send("batch", { writeKey: APP.key, batch })).json).toEqual({ success: true, rejected: [] });
  // The second one only looks like an ID of ours.
  expect(await eventsOf("u_kept")).toHaveLength(2);
});

test("doesn't count a goal that a tool sends back with its message ID, whatever library it names", async () => {
  const goal = (await owner.call("POST", `/api/goals?app_id=${APP.id}`, { name: "Paid", event_name: "Bought" })).json;
  await send("t", { writeKey: APP.key, userId: "u_goal", event: "Bought", messageId: "m-bought" });
  const { id: person_id } = await person("u_goal");
  const returned = {
    ...{ type: "track", userId: "u_goal", event: "goal.reached", messageId: `${goal.id}-${person_id}` },
    context: { library: { name: "analytics.js" } },
  };
  // The second one only looks like an ID of ours.
  const unknown = { ...returned, messageId: `gol_01900000-0000-7000-8000-000000000000-${person_id}` };
  const batch = [returned, unknown];
  expect((await send("batch", { writeKey: APP.key, batch })).json).toEqual({ success: true, rejected: [] });
  expect((await eventsOf("u_goal")).map(({ name }) => name).sort()).toEqual(["Bought", "goal.reached"]);
});

test("rejects unknown write keys, and tokens without the scope", async () => {
  const call = { userId: "u_1", event: "Seen" };
  for (const writeKey of ["", "nope", `${APP.key}:fft_nope`, `nope:${write_key.split(":")[1]}`]) {
    const { status, json } = await send("track", { ...call, writeKey });
    expect([writeKey, status, json.code]).toEqual([writeKey, 401, "write_key_invalid"]);
  }
  const reader = await newWriteKey(["person.read"]);
  expect((await send("track", { ...call, writeKey: reader })).json.code).toBe("scope_insufficient");
  const tracker = await newWriteKey(["event.write"]);
  const { json } = await send("batch", {
    writeKey: tracker,
    batch: [
      { type: "identify", userId: "u_1", traits: { plan: "free" } },
      { type: "track", userId: "u_1", event: "Seen" },
    ],
  });
  expect(json).toMatchObject({ success: false, rejected: [{ index: 0 }] });
});

test("believes a page as little as any page without a token", async () => {
  const { db, write } = server.fanfare.store;
  await send("identify", { writeKey: APP.key, userId: "u_proved", traits: { plan: "pro" } });
  await write([
    { query: db.updateTable("people").set({ verified: 1 }).where("external_id", "=", "u_proved").compile() },
  ]);
  const page = { writeKey: APP.key, userId: "u_proved" };
  for (const [path, call] of [
    ["track", { ...page, event: "Seen" }],
    ["identify", { ...page, traits: { plan: "free" } }],
  ] as const) {
    expect([path, (await send(path, call)).json.code]).toEqual([path, "identity_required"]);
  }
  const group = await send("group", { writeKey: APP.key, userId: "u_2", groupId: "acme", traits: { plan: "free" } });
  expect(group.json.code).toBe("group_not_proved");
  await deliver(write_key, [{ method: "identify", call: { userId: "u_proved", traits: { seats: 3 } } }]);
  expect((await person("u_proved")).attributes).toEqual({ plan: "pro", seats: 3 });
  expect(await eventsOf("u_proved")).toEqual([]);
});

test("reports what can't be stored, and stores the rest", async () => {
  const { status, json } = await send("batch", {
    writeKey: APP.key,
    batch: [
      { type: "track", event: "Nobody" },
      { type: "track", userId: "u_rest", event: "" },
      { type: "jump", userId: "u_rest" },
      7,
      { type: "track", userId: "u_rest", event: "Kept" },
    ],
  });
  expect([status, json.success]).toEqual([200, false]);
  expect(json.rejected.map(({ index }: { index: number }) => index)).toEqual([0, 1, 2, 3]);
  expect(await eventsOf("u_rest")).toMatchObject([{ name: "Kept" }]);
  const nested = await send("identify", {
    writeKey: APP.key,
    userId: "u_rest",
    traits: { a: { b: { c: 1 } }, ok: true },
  });
  expect(nested.json.rejected).toMatchObject([{ index: 0, detail: expect.stringContaining("traits.a_b") }]);
});
