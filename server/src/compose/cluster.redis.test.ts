import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { systemClock } from "@fanfare/contract/lib/clock";
import { newId } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { PERSON_CHANGED } from "@fanfare/contract/realtime/change-signal";
import { personChannel } from "@fanfare/contract/realtime/channel";
import { consoleChannel } from "@fanfare/contract/realtime/console-channel";
import { SQL } from "bun";
import { type ScratchRedis, startRedis } from "../../../scripts/services/redis.ts";
import { signedRequest } from "../../test/protocol/support/signed-request.ts";
import { openConsolePage } from "../../test/support/console-page.ts";
import { eventually } from "../../test/support/eventually.ts";
import { openPage } from "../../test/support/socket-page.ts";
import {
  APP,
  identityToken,
  sampleTour,
  startTemporaryServer,
  type TemporaryServer,
} from "../../test/support/temporary-server.ts";
import { type TemporaryStore, temporaryPostgresStore } from "../../test/support/temporary-store.ts";

setDefaultTimeout(120_000);

const SETTINGS = {
  client_events: true,
  subscription_counts: true,
  history_rules: [{ pattern: "kept-*", events_max: 100, ttl_s: 600 }],
};

let redis: ScratchRedis;
let postgres: TemporaryStore;
let a: TemporaryServer;
let b: TemporaryServer;

const environment = () => ({
  FANFARE_DATABASE_URL: postgres.url,
  FANFARE_REDIS_URL: redis.url,
  FANFARE_SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
});

beforeAll(async () => {
  [redis, postgres] = await Promise.all([startRedis(), temporaryPostgresStore()]);
  a = await startTemporaryServer({ environment: environment() });
  // As another process would: the nodes find it by themselves.
  await using sql = new SQL(postgres.url, { max: 1 });
  await sql`update apps set settings = ${JSON.stringify(SETTINGS)}, changes = changes + 1 where system = 0`;
  await eventually(() => a.fanfare.apps.byKey(APP.key)?.settings.client_events === true);
  await publish(a, "kept-orders", "before-b");
  b = await startTemporaryServer({ environment: environment() });
});
afterAll(async () => {
  await Promise.all([a, b].map((server) => server[Symbol.asyncDispose]()));
  await redis.stop();
  await postgres[Symbol.asyncDispose]();
});

const signed = (server: TemporaryServer, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  fetch(
    signedRequest(server.origin, {
      ...{ key: APP.key, secret: APP.secret, path: `/apps/${APP.id}${path}`, headers },
      ...(body === undefined ? { method: "GET", body: "" } : { body: JSON.stringify(body) }),
    }),
  );

async function publish(
  server: TemporaryServer,
  channel: string,
  name: string,
  more = {},
  headers = {},
): Promise<number> {
  return (await signed(server, "/events", { name, data: "{}", channel, ...more }, headers)).status;
}

const json = async (response: Promise<Response>) => (await response).json();

test("shows one presence channel on both nodes, and each person joins and leaves once", async () => {
  const [ada, bob, twin] = await Promise.all([openPage(a.port), openPage(b.port), openPage(b.port)]);
  await ada.subscribe("presence-desk", { user_id: "ada" });
  await eventually(() => b.fanfare.apps.byKey(APP.key) !== undefined && rosterOn(b).then((ids) => ids.includes("ada")));
  const welcome = await bob.subscribe("presence-desk", { user_id: "bob" });
  expect(welcome.data).toMatchObject({ presence: { count: 2, hash: { ada: { name: "ada" }, bob: { name: "bob" } } } });
  await ada.until(({ event }) => event === "pusher_internal:member_added");
  // Ada is also on the other node: no one sees her join or leave there.
  await twin.subscribe("presence-desk", { user_id: "ada" });
  twin.send("client-hi", {}, "presence-desk");
  await ada.until(({ event }) => event === "client-hi");
  twin.close();
  bob.close();
  const left = await ada.until(({ event }) => event === "pusher_internal:member_removed");
  expect(left.data).toEqual({ user_id: "bob" });
  expect(ada.frames.filter(({ event }) => event.startsWith("pusher_internal:member_"))).toHaveLength(2);
  expect(await rosterOn(a)).toEqual(["ada"]);
  ada.close();
  await eventually(async () => (await rosterOn(b)).length === 0);
});

test("never shows people who reconnect to another node as gone from their own pages", async () => {
  const channel = "presence-moves";
  const witness = await openPage(a.port);
  await witness.subscribe(channel, { user_id: "witness" });
  let page = await openPage(a.port);
  await page.subscribe(channel, { user_id: "ada" });
  for (let move = 0; move < 20; move++) {
    page.close();
    page = await openPage((move % 2 === 0 ? b : a).port);
    const welcome = await page.subscribe(channel, { user_id: "ada" });
    expect(JSON.stringify(welcome.data)).toContain('"ada"');
    page.send("client-here", { move }, channel);
    await witness.until(({ event, data }) => event === "client-here" && JSON.stringify(data) === `{"move":${move}}`);
    expect(page.frames.filter(({ event }) => event === "pusher_internal:member_removed")).toEqual([]);
  }
  // Whatever others saw of the moves, they saw it in turn.
  const changes = witness.frames.filter(({ event }) => event.startsWith("pusher_internal:member_"));
  expect(changes.map(({ event }) => event)).toEqual(
    changes.map((_, index) => `pusher_internal:member_${index % 2 === 0 ? "added" : "removed"}`),
  );
  for (const each of [page, witness]) each.close();
});

async function rosterOn(server: TemporaryServer): Promise<string[]> {
  const { users } = await json(signed(server, "/channels/presence-desk/users"));
  return users.map(({ id }: { id: string }) => id);
}

test("delivers each event once on both nodes, in one order, and not to the excluded connection", async () => {
  const [one, other] = await Promise.all([openPage(a.port), openPage(b.port)]);
  await Promise.all([one.subscribe("news"), other.subscribe("news")]);
  const publishing = Array.from({ length: 100 }, (_, index) =>
    publish(index % 2 === 0 ? a : b, "news", `event-${index}`),
  );
  expect(new Set(await Promise.all(publishing))).toEqual(new Set([200]));
  expect(await publish(a, "news", "not-for-other", { socket_id: other.socket_id })).toBe(200);
  expect(await publish(b, "news", "last")).toBe(200);
  for (const page of [one, other]) await page.until(({ event }) => event === "last");
  expect(one.eventsOn("news")).toHaveLength(102);
  expect(other.eventsOn("news")).toEqual(one.eventsOn("news").filter((event) => event !== "not-for-other"));
  await eventually(async () => (await json(signed(b, "/channels"))).channels["news"] !== undefined);
  for (const page of [one, other]) page.close();
  await eventually(async () => (await json(signed(a, "/channels"))).channels["news"] === undefined);
});

test("publishes once per idempotency key over all nodes", async () => {
  const page = await openPage(b.port);
  await page.subscribe("orders");
  const headers = { "Idempotency-Key": "order-7" };
  const statuses = await Promise.all([a, b, a, b].map((server) => publish(server, "orders", "created", {}, headers)));
  expect(statuses).toEqual([200, 200, 200, 200]);
  expect(await publish(a, "orders", "other-body", {}, headers)).toBe(422);
  expect(await publish(a, "orders", "end")).toBe(200);
  await page.until(({ event }) => event === "end");
  expect(page.eventsOn("orders")).toEqual(["created", "end"]);
  page.close();
});

test("resumes on another node, also with events from before that node started", async () => {
  const first = await openPage(a.port);
  const welcome = await first.subscribe("kept-orders");
  const epoch = JSON.stringify(welcome).match(/[\w-]+:1"/)?.[0];
  expect(epoch).toBeDefined();
  await publish(a, "kept-orders", "one");
  const { position } = await first.until(({ event }) => event === "one");
  first.close();
  await publish(b, "kept-orders", "two");
  const second = await openPage(b.port);
  await second.subscribe("kept-orders", { position });
  await second.until(({ event }) => event === "two");
  expect(second.eventsOn("kept-orders")).toEqual(["two"]);
  const third = await openPage(b.port);
  await third.subscribe("kept-orders", { position: String(position).replace(/\d+$/, "0") });
  await third.until(({ event }) => event === "two");
  expect(third.eventsOn("kept-orders")).toEqual(["before-b", "one", "two"]);
  for (const page of [second, third]) page.close();
});

test("replays a cached event on the node that didn't publish it", async () => {
  await publish(a, "cache-rate", "changed", { data: '{"rate":7}' });
  const page = await openPage(b.port);
  await page.subscribe("cache-rate");
  expect((await page.until(({ event }) => event === "changed")).data).toEqual({ rate: 7 });
  page.close();
});

test("shows the console of one node the channels, people, connections, and events of the other", async () => {
  const page = await openPage(a.port);
  await page.subscribe("presence-shop", { user_id: "ada" });
  const owner = await b.ownerBrowser();
  const read = async (path: string) => (await owner.call("GET", path)).json;
  await eventually(async () => (await read(`/api/connections?app_id=${APP.id}`)).connections.pusher_websocket === 1);
  const { items } = await read(`/api/channels?app_id=${APP.id}&prefix=presence-shop`);
  expect(items).toMatchObject([{ name: "presence-shop", subscriptions: 1, users: 1 }]);
  const detail = await read(`/api/channels/presence-shop?app_id=${APP.id}`);
  expect(detail.members).toEqual([{ id: "ada", info: { name: "ada" } }]);
  expect((await read("/api/nodes")).items).toMatchObject([
    { id: a.fanfare.node_id, state: "active", current: false, port: a.port },
    { id: b.fanfare.node_id, state: "active", current: true, port: b.port },
  ]);

  const console_page = await openConsolePage(b, owner, () => consoleChannel("tail", APP.id));
  // The view opens when the log has carried the console's subscription, shortly after the confirmation.
  await eventually(async () => {
    expect(await publish(a, "news", "seen-by-b")).toBe(200);
    return console_page.frames.some(
      ({ event, data }) => event === "tail" && JSON.stringify(data).includes("seen-by-b"),
    );
  });
  for (const each of [page, console_page]) each.close();
});

test("counts failed sign-ins over both nodes", async () => {
  const guesses = Array.from({ length: 30 }, (_, index) =>
    (index % 2 === 0 ? a : b).browser().call("POST", "/api/sign-in", { email: "eve@example.com", password: "a guess" }),
  );
  const answers = (await Promise.all(guesses)).map(({ json }) => json.code);
  const counted = (code: string): number => answers.filter((each) => each === code).length;
  const allowed = limits.sign_in_attempts_per_10_min_max;
  expect([counted("sign_in_failed"), counted("rate_limited")]).toEqual([allowed, 30 - allowed]);
});

test("ends a user's connections on all nodes, and shows them online everywhere", async () => {
  const page = await openPage(b.port);
  await page.signIn("eve");
  const response = await signed(a, "/users/eve/terminate_connections", {});
  expect(response.status).toBe(200);
  expect(await page.closed).toBe(4009);
});

/** A person with an open page on this server, whose identity token names a group that shares this checklist. */
async function colleague(server: TemporaryServer, sub: string, group: string, checklist: string) {
  const headers = { Authorization: `Bearer ${await identityToken(sub, APP.secret, { groups: [group] })}` };
  const call = (path: string, body: object) =>
    server.browser().call("POST", `/v1/${path}?app=${APP.key}`, body, headers);
  const boot = async () => (await call("boot", {})).json;
  const setup = async () => (await boot()).decisions.find(({ slug }: { slug: string }) => slug === checklist);
  await eventually(async () => (await setup()) !== undefined);
  const { channel_id } = await boot();
  const page = await openPage(server.port);
  await page.subscribe(personChannel(channel_id));
  return { page, call, setup, channel_id };
}

/** Publishes a checklist whose progress is shared within a group. */
async function publishGroupChecklist(slug: string): Promise<void> {
  const owner = await a.ownerBrowser();
  const task = (id: string) => ({ id, title: id, done_when: { kind: "person" } });
  const body = { type: "checklist", title: "Set up", tasks: ["logo", "invite"].map(task), group_progress: {} };
  const { id } = (await owner.call("POST", "/api/contents", { app_id: APP.id, slug, name: slug, draft: { body } }))
    .json;
  const path = `/api/contents/${id}/publish`;
  expect((await owner.call("POST", path, { app_id: APP.id }, { "If-Match": '"1"' })).status).toBe(200);
}

/** Does the task `invite` of the checklist. */
async function invite({ call, setup }: Awaited<ReturnType<typeof colleague>>): Promise<void> {
  const { content_id, version_id } = await setup();
  const run_id = newId("run", systemClock, systemRng);
  const progress = (move: object) => call("progress", { run_id, ...move });
  await progress({ action: "start", content_id, version_id, step_id: "checklist", reason: "rule" });
  expect((await progress({ action: "step", seq: 1, step_id: "invite" })).status).toBe(200);
}

test("answers a page with every version that was committed before, by any server", async () => {
  await using sql = new SQL(postgres.url, { max: 1 });
  for (let round = 0; round < 5; round++) {
    const [stored] = await sql`update apps set config_version = config_version + 1, changes = changes + 1
      where key = ${APP.key} returning config_version`;
    for (const server of [a, b]) {
      const boot = await server.browser().call("POST", `/v1/boot?app=${APP.key}`, {});
      expect(boot.json.app.config_version).toBe(Number(stored.config_version));
    }
  }
});

test("counts a task that a colleague did on the other server, and signals no other group", async () => {
  await publishGroupChecklist("setup");
  const ann = await colleague(a, "ann", "acme", "setup");
  const ben = await colleague(b, "ben", "acme", "setup");
  const cem = await colleague(b, "cem", "globex", "setup");
  await cem.page.subscribe("news");
  await invite(ann);
  const { data } = await ben.page.until(({ event }) => event === PERSON_CHANGED);
  expect(data).toMatchObject({ kind: "runs" });
  expect(await ben.setup()).toMatchObject({ done: ["invite"], group_done: ["invite"] });
  expect(await publish(a, "news", "after")).toBe(200);
  await cem.page.until(({ event }) => event === "after");
  expect(cem.page.frames.some(({ event }) => event === PERSON_CHANGED)).toBe(false);
  for (const { page } of [ann, ben, cem]) page.close();
});

test("tells colleagues on both servers of a task that was done while Redis was down", async () => {
  await publishGroupChecklist("outage");
  const ann = await colleague(a, "ann-outage", "acme", "outage");
  const near = await colleague(a, "near", "acme", "outage");
  const far = await colleague(b, "far", "acme", "outage");
  await redis.kill();
  await invite(ann);
  await near.page.until(({ event }) => event === PERSON_CHANGED);
  expect(far.page.frames.some(({ event }) => event === PERSON_CHANGED)).toBe(false);
  await redis.restart();
  await far.page.until(({ event }) => event === PERSON_CHANGED);
  expect(await far.setup()).toMatchObject({ group_done: ["invite"] });
  expect(near.page.frames.filter(({ event }) => event === PERSON_CHANGED)).toHaveLength(1);
  for (const { page } of [ann, near, far]) page.close();
});

test("shows content that was published on the other node, and refuses a secret revoked there", async () => {
  const page = await openPage(b.port);
  await page.subscribe("fanfare");
  const owner = await a.ownerBrowser();
  const draft = { app_id: APP.id, slug: "tips", name: "Tips", draft: sampleTour("Tips") };
  const { json: made } = await owner.call("POST", "/api/contents", draft);
  const version_before = b.fanfare.apps.byKey(APP.key)?.config_version ?? 0;
  const published = await owner.call(
    "POST",
    `/api/contents/${made.id}/publish`,
    { app_id: APP.id },
    { "If-Match": '"1"' },
  );
  expect(published.status).toBe(200);
  const changed = await page.until(
    ({ event, data }) => event === "content-changed" && versionIn(data) > version_before,
  );
  expect(versionIn(changed.data)).toBe(version_before + 1);
  const boot = await fetch(`${b.origin}/v1/boot?app=${APP.key}`, {
    ...{ method: "POST", body: "{}" },
    headers: { "Content-Type": "application/json" },
  });
  expect(await boot.text()).toContain(`"config_version":${version_before + 1}`);
  page.close();

  const { json: rotated } = await owner.call("POST", `/api/apps/${APP.id}/secrets`, {});
  const { json: secrets } = await owner.call("GET", `/api/apps/${APP.id}/secrets`);
  const old = secrets.items.find(({ id }: { id: string }) => id !== rotated.id);
  expect((await owner.call("DELETE", `/api/apps/${APP.id}/secrets/${old.id}`)).status).toBe(204);
  await eventually(async () => (await publish(b, "news", "late")) === 401);
});

const versionIn = (data: unknown): number => (data as { config_version: number }).config_version;
