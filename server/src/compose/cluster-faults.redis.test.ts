import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";
import { SQL } from "bun";
import { Redis } from "ioredis";
import { type ScratchRedis, startRedis } from "../../../scripts/services/redis.ts";
import { signedRequest } from "../../test/protocol/support/signed-request.ts";
import { eventually } from "../../test/support/eventually.ts";
import { startNodeProcess } from "../../test/support/node-process.ts";
import { openPage, type SocketPage } from "../../test/support/socket-page.ts";
import { startTcpProxy } from "../../test/support/tcp-proxy.ts";
import {
  APP,
  openBrowser,
  sampleTour,
  startTemporaryServer,
  type TemporaryServer,
} from "../../test/support/temporary-server.ts";
import { type TemporaryStore, temporaryPostgresStore } from "../../test/support/temporary-store.ts";

setDefaultTimeout(120_000);

/** For a server that is killed before its content starts. */
const START_AHEAD_MS = 15 * SECOND_MS;
const HISTORY = { history_rules: [{ pattern: "kept-*", events_max: 100, ttl_s: 600 }] };

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
  await using sql = new SQL(postgres.url, { max: 1 });
  await sql`update apps set settings = ${JSON.stringify(HISTORY)}, changes = changes + 1 where system = 0`;
  b = await startTemporaryServer({ environment: environment() });
  await eventually(() => a.fanfare.apps.byKey(APP.key)?.settings.history_rules.length === 1);
});
afterAll(async () => {
  await Promise.all([a, b].map((server) => server[Symbol.asyncDispose]()));
  await redis.stop();
  await postgres[Symbol.asyncDispose]();
});

const signed = (server: { readonly origin: string }, path: string, body?: unknown) =>
  fetch(
    signedRequest(server.origin, {
      ...{ key: APP.key, secret: APP.secret, path: `/apps/${APP.id}${path}` },
      ...(body === undefined ? { method: "GET", body: "" } : { body: JSON.stringify(body) }),
    }),
  );
const publish = async (server: TemporaryServer, channel: string, name: string) =>
  (await signed(server, "/events", { name, data: "{}", channel })).status;
const roster = async (server: TemporaryServer, channel: string): Promise<string[]> => {
  const { users } = await (await signed(server, `/channels/${channel}/users`)).json();
  return users.map(({ id }: { id: string }) => id).sort();
};
const versionOn = ({ fanfare }: TemporaryServer): number => fanfare.apps.byKey(APP.key)?.config_version ?? 0;
/** The log that servers read. The former one stays for an hour. */
async function currentLog(raw: Redis): Promise<string> {
  const [key = ""] = await raw.keys("fanfare:*:epoch");
  return key.replace(/epoch$/, `log:${await raw.hget(key, "epoch")}`);
}
/** Deletes entries that all servers have read. Those after them stay: a server that misses one ends the log. */
async function deleteUpTo(raw: Redis, event: string): Promise<void> {
  const log = await currentLog(raw);
  const entries = await raw.xrange(log, "-", "+");
  const [id = ""] = entries.findLast(([, fields]) => fields.some((text) => text.includes(`"${event}"`))) ?? [];
  const [ms, number] = id.split("-");
  await raw.xtrim(log, "MINID", `${ms}-${Number(number) + 1}`);
}
const isRemoved = (user_id: string) => (frame: SocketPage["frames"][number]) =>
  frame.event === "pusher_internal:member_removed" && JSON.stringify(frame.data).includes(`"${user_id}"`);

test.concurrent("removes the people of a killed node, keeps those who are also elsewhere, and loses nothing acknowledged", async () => {
  await using killed = await startNodeProcess(environment());
  const channel = "presence-killed";
  const [witness, twin] = await Promise.all([openPage(a.port), openPage(b.port)]);
  await witness.subscribe(channel, { user_id: "witness" });
  await twin.subscribe(channel, { user_id: "twin" });
  for (const user_id of ["lost", "twin"]) await (await openPage(killed.port)).subscribe(channel, { user_id });
  await eventually(async () => (await roster(a, channel)).length === 3);
  const listener = await openPage(a.port);
  await listener.subscribe("news");
  const other_origin = { origin: `http://127.0.0.1:${killed.port}` };
  const acknowledged = await signed(other_origin, "/events", { name: "acknowledged", data: "{}", channel: "news" });
  expect(acknowledged.status).toBe(200);
  killed.signal("SIGKILL");
  await listener.until(({ event }) => event === "acknowledged");
  await witness.until(isRemoved("lost"));
  expect([await roster(a, channel), await roster(b, channel)]).toEqual([
    ["twin", "witness"],
    ["twin", "witness"],
  ]);
  expect(witness.frames.some(isRemoved("twin"))).toBe(false);
  for (const page of [witness, twin, listener]) page.close();
});

test.concurrent("brings back the people of a node that was frozen and declared gone", async () => {
  await using frozen = await startNodeProcess(environment());
  const channel = "presence-frozen";
  const witness = await openPage(a.port);
  await witness.subscribe(channel, { user_id: "witness" });
  await (await openPage(frozen.port)).subscribe(channel, { user_id: "sleeper" });
  await eventually(async () => (await roster(b, channel)).length === 2);
  frozen.signal("SIGSTOP");
  await witness.until(isRemoved("sleeper"));
  frozen.signal("SIGCONT");
  await eventually(async () => (await roster(b, channel)).includes("sleeper"));
  expect(await roster(a, channel)).toEqual(["sleeper", "witness"]);
  witness.close();
});

test.concurrent(
  "tells pages of content and of its start, although its server was killed before it told the others",
  async () => {
    const proxy = await startTcpProxy(Number(new URL(redis.url).port));
    const redis_url = `redis://127.0.0.1:${proxy.port}`;
    await using publisher = await startNodeProcess({ ...environment(), FANFARE_REDIS_URL: redis_url });
    const owner = openBrowser(`http://127.0.0.1:${publisher.port}`);
    for (const [name, value] of (await a.ownerBrowser()).cookies) owner.cookies.set(name, value);
    const page = await openPage(b.port);
    await page.subscribe("fanfare");
    const start_ms = Math.ceil((Date.now() + START_AHEAD_MS) / MINUTE_MS) * MINUTE_MS;
    const schedule = { starts_at: new Date(start_ms).toISOString().slice(0, 16), zone: "utc" };
    const draft = { app_id: APP.id, slug: "killed", name: "Killed", draft: { ...sampleTour("Killed"), schedule } };
    const { id } = (await owner.call("POST", "/api/contents", draft)).json;
    const before = versionOn(b);
    proxy.refuse(true);
    proxy.cut();
    const publish_path = `/api/contents/${id}/publish`;
    expect((await owner.call("POST", publish_path, { app_id: APP.id }, { "If-Match": '"1"' })).status).toBe(200);
    publisher.signal("SIGKILL");
    await publisher.exited;
    proxy.stop();

    const signaled = (version: number) =>
      page.until(({ event, data }) => event === "content-changed" && JSON.stringify(data).includes(`:${version},`));
    const shown = async (): Promise<boolean> =>
      (await b.browser().call("POST", `/v1/boot?app=${APP.key}`, {})).text.includes('"killed"');
    await signaled(before + 1);
    expect(await shown()).toBe(false);
    await signaled(before + 2);
    expect(Date.now()).toBeGreaterThanOrEqual(start_ms);
    await eventually(shown);
    page.close();
  },
  // A schedule starts at a full minute.
  3 * MINUTE_MS,
);

test("goes on without Redis, says so, and agrees again when Redis is back", async () => {
  const channel = "presence-outage";
  const [stays, leaves, kept] = await Promise.all([openPage(a.port), openPage(b.port), openPage(b.port)]);
  await stays.subscribe(channel, { user_id: "stays" });
  await leaves.subscribe(channel, { user_id: "leaves" });
  await stays.subscribe("news");
  await kept.subscribe("kept-orders");
  expect(await publish(a, "kept-orders", "before")).toBe(200);
  const { position } = await kept.until(({ event }) => event === "before");
  await eventually(async () => (await roster(a, channel)).length === 2);

  await redis.kill();
  expect(await publish(a, "news", "refused")).toBe(503);
  const ready = async (server: TemporaryServer) => (await fetch(`${server.origin}/readyz`)).json();
  await eventually(async () => (await ready(a)).degraded === "redis_unavailable");
  expect((await ready(a)).status).toBe("ready");
  const owner = await a.ownerBrowser();
  expect((await owner.call("GET", "/api/status")).json.degraded.reason).toBe("redis_unavailable");
  const comes = await openPage(a.port);
  const welcome = await comes.subscribe(channel, { user_id: "comes" });
  expect(JSON.stringify(welcome.data)).toContain('"stays"');
  await stays.until(({ event, data }) => event.endsWith("member_added") && JSON.stringify(data).includes("comes"));
  leaves.close();

  await redis.restart();
  await eventually(async () => (await ready(a)).degraded === undefined && (await ready(b)).degraded === undefined);
  await stays.until(isRemoved("leaves"));
  for (const server of [a, b]) await eventually(async () => (await roster(server, channel)).join() === "comes,stays");
  expect(stays.frames.some(isRemoved("comes"))).toBe(false);
  expect(await publish(b, "news", "again")).toBe(200);
  await stays.until(({ event }) => event === "again");

  // Positions of the old log are worth nothing, so the page learns that it may have missed something.
  expect(await kept.closed).toBe(4200);
  const resumed = await openPage(a.port);
  await resumed.subscribe("kept-orders", { position });
  await resumed.until(({ event }) => event === "fanfare:missed");
  for (const page of [stays, comes, resumed]) page.close();
});

test("loses no publish for clients of a node that drains during an upgrade", async () => {
  await using old = await startTemporaryServer({ environment: environment() });
  const page = await openPage(old.port);
  await page.subscribe("kept-drain");
  const sent: string[] = [];
  const publishSome = async (servers: readonly TemporaryServer[]): Promise<void> => {
    for (const server of servers) {
      expect(await publish(server, "kept-drain", `event-${sent.length}`)).toBe(200);
      sent.push(`event-${sent.length}`);
    }
  };
  await publishSome([b, old]);
  await page.until(({ event }) => event === sent.at(-1));
  const drained = old.fanfare.drain();
  await publishSome([old, b, old, b, b, old]);
  expect(await page.closed).toBe(4200);
  await publishSome([b, b]);
  const position = page.frames.findLast(({ channel }) => channel === "kept-drain")?.position;
  const moved = await openPage(b.port);
  await moved.subscribe("kept-drain", { position });
  await drained;
  await publishSome([b]);
  await moved.until(({ event }) => event === sent.at(-1));
  expect([...page.eventsOn("kept-drain"), ...moved.eventsOn("kept-drain")]).toEqual(sent);
  moved.close();
});

test("leaves no hole when Redis deletes events that a server hasn't read", async () => {
  await using late = await startNodeProcess(environment());
  const page = await openPage(late.port);
  const witnesses = await Promise.all([a, b].map(({ port }) => openPage(port)));
  for (const each of [page, ...witnesses]) await each.subscribe("kept-late");
  const sent = ["before", "read-late", "deleted-1", "deleted-2", "after"];
  const send = async (name: string): Promise<void> => {
    await eventually(async () => (await publish(a, "kept-late", name)) === 200);
    for (const witness of witnesses) await witness.until(({ event }) => event === name);
  };
  await send("before");
  const { position } = await page.until(({ event }) => event === "before");
  late.signal("SIGSTOP");
  for (const name of sent.slice(1, -1)) await send(name);
  const raw = new Redis(redis.url);
  await deleteUpTo(raw, "deleted-2");
  raw.disconnect();
  await send("after");
  late.signal("SIGCONT");
  expect(await page.closed).toBe(4200);
  const resumed = await openPage(late.port);
  await resumed.subscribe("kept-late", { position });
  await resumed.until(({ event }) => event === "after");
  expect(resumed.eventsOn("kept-late")).toEqual(sent.slice(1));
  for (const each of [...witnesses, resumed]) each.close();
});

test("passes over messages of a newer version, tells clients of the gap, and goes on", async () => {
  const kept = await openPage(a.port);
  await kept.subscribe("kept-mixed");
  expect(await publish(b, "kept-mixed", "before")).toBe(200);
  const { position } = await kept.until(({ event }) => event === "before");
  const raw = new Redis(redis.url);
  const log = await currentLog(raw);
  const newer = { kind: "events", app_id: APP.id, events: [{ channels: ["kept-mixed"], event: "new", data: 7 }] };
  const messages = [
    [JSON.stringify(newer), "2"],
    [JSON.stringify({ kind: "unheard_of" }), "1"],
    ["{", "3"],
  ];
  for (const [message = "", version = ""] of messages)
    await raw.xadd(log, "*", "n", "nod_newer", "m", message, "v", version);
  raw.disconnect();
  expect(await kept.closed).toBe(4200);
  const resumed = await openPage(b.port);
  await resumed.subscribe("kept-mixed", { position });
  await resumed.until(({ event }) => event === "fanfare:missed");
  await eventually(async () => (await publish(a, "kept-mixed", "after")) === 200);
  await resumed.until(({ event }) => event === "after");
  resumed.close();
});

test("publishes once when Redis freezes in the middle of a call that is repeated", async () => {
  const page = await openPage(b.port);
  await page.subscribe("orders");
  const body = { name: "created", data: "{}", channel: "orders" };
  const request = () =>
    signedRequest(a.origin, {
      ...{ key: APP.key, secret: APP.secret, path: `/apps/${APP.id}/events`, body: JSON.stringify(body) },
      headers: { "Idempotency-Key": "frozen" },
    });
  process.kill(redis.pid, "SIGSTOP");
  const first = await fetch(request());
  expect(first.status).toBe(503);
  process.kill(redis.pid, "SIGCONT");
  await eventually(async () => (await fetch(request())).status === 200);
  await eventually(async () => (await publish(a, "orders", "end")) === 200);
  await page.until(({ event }) => event === "end");
  expect(page.eventsOn("orders")).toEqual(["created", "end"]);
  page.close();
});
