import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { type Clock, systemClock } from "@fanfare/contract/lib/clock";
import type { AppId } from "@fanfare/contract/lib/ids";
import { MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";
import { personChannel } from "@fanfare/contract/realtime/channel";
import { Redis } from "ioredis";
import { startRedis } from "../../../scripts/services/redis.ts";
import { signedRequest } from "../../test/protocol/support/signed-request.ts";
import { openConsolePage } from "../../test/support/console-page.ts";
import { eventually } from "../../test/support/eventually.ts";
import { startNodeProcess } from "../../test/support/node-process.ts";
import { openPair, publishOnce, publishUntilDone, type ServerPair } from "../../test/support/server-pair.ts";
import { openPage, type SocketPage } from "../../test/support/socket-page.ts";
import { APP, openBrowser, sampleTour, type TemporaryServer } from "../../test/support/temporary-server.ts";
import { personChannelId } from "../people/identity/identity.ts";

setDefaultTimeout(240_000);

const NIGHTLY = process.env["NIGHTLY"] === "1";
const ROUNDS = NIGHTLY ? 10 : 1;
const EVENTS_PER_SECOND = NIGHTLY ? 2_000 : 200;
const PAGES = 20;
const CHANNELS = 25;
const TICK_MS = 10;
const SKEW_MS = 10 * MINUTE_MS;

let pair: ServerPair;
beforeAll(async () => {
  pair = await openPair();
});
afterAll(() => pair[Symbol.asyncDispose]());

const isDegraded = async ({ origin }: TemporaryServer): Promise<boolean> =>
  (await (await fetch(`${origin}/readyz`)).json()).degraded === "redis_unavailable";
const requireAppId = ({ fanfare }: TemporaryServer): AppId => {
  const app = fanfare.apps.byKey(APP.key);
  if (app === undefined) throw new Error("The server has no app.");
  return app.id;
};
const offsetOf = (position: string | undefined): number => Number(position?.split(":")[1]);

/** What a page got on a channel, as offsets: that of the subscription, then of each event. */
const offsetsOn = (page: SocketPage, channel: string): readonly number[] =>
  page.frames.flatMap((frame) => (frame.channel === channel ? [offsetOf(frame.position)] : []));

/** Subscribes pages of both servers to channels while events are published there, and compares what each page got. */
async function rush(round: number): Promise<void> {
  const { a, b } = pair;
  const app_id = requireAppId(a);
  const channels = Array.from({ length: CHANNELS }, (_, index) => `kept-rush-${round}-${index}`);
  const pages = await Promise.all(Array.from({ length: PAGES }, (_, index) => openPage([a, b][index % 2]?.port ?? 0)));
  let is_over = false;
  let published = 0;
  const publishing = (async () => {
    while (!is_over) {
      for (let each = 0; each < (EVENTS_PER_SECOND * TICK_MS) / SECOND_MS; each++)
        a.fanfare.publish(app_id, channels[published++ % channels.length] ?? "", "tick", "{}");
      await Bun.sleep(TICK_MS);
    }
  })();
  await Promise.all(
    pages.map(async (page) => {
      for (const channel of channels) await page.subscribe(channel);
    }),
  );
  is_over = true;
  await publishing;
  for (const channel of channels) {
    await publishUntilDone(b, channel, `end-${channel}`);
    for (const page of pages) {
      await page.until(({ event }) => event === `end-${channel}`);
      const offsets = offsetsOn(page, channel);
      expect(offsets).toEqual(offsets.map((_, index) => (offsets[0] ?? 0) + index));
    }
  }
  for (const page of pages) page.close();
}

test(`shows ${ROUNDS * PAGES * CHANNELS} new subscribers each event once, at ${EVENTS_PER_SECOND} events/s`, async () => {
  for (let round = 0; round < ROUNDS; round++) await rush(round);
});

test("says that Redis is unavailable where its address leads to a replica that no longer replicates", async () => {
  const { a, b, proxies, redis } = pair;
  const page = await openPage(b.port);
  await page.subscribe("kept-replica");
  const replica = await startRedis(["--replicaof", "127.0.0.1", new URL(redis.url).port]);
  const raw = new Redis(replica.url);
  await eventually(async () => (await raw.info("replication")).includes("master_link_status:up"));
  // It stays a replica, of a primary that isn't there, and answers reads.
  await raw.replicaof("127.0.0.1", 1);
  proxies[1].retarget(Number(new URL(replica.url).port));
  proxies[1].cut();
  await eventually(() => isDegraded(b));
  expect(await isDegraded(a)).toBe(false);
  expect((await publishOnce(b, "kept-replica", "refused")).status).toBe(503);
  await publishUntilDone(a, "kept-replica", "meanwhile");
  proxies[1].retarget(Number(new URL(redis.url).port));
  proxies[1].cut();
  await page.until(({ event }) => event === "meanwhile");
  await eventually(async () => !(await isDegraded(b)));
  expect(page.eventsOn("kept-replica")).toEqual(["meanwhile"]);
  page.close();
  raw.disconnect();
  await replica.stop();
});

test("refuses events while Redis is out of memory, says so, and goes on when it has memory", async () => {
  const { a, b, redis } = pair;
  const page = await openPage(b.port);
  await page.subscribe("kept-memory");
  const raw = new Redis(redis.url);
  await raw.config("SET", "maxmemory", "1");
  const refused = await publishOnce(a, "kept-memory", "first");
  expect(refused.status).toBe(503);
  expect(await refused.text()).toContain("Redis");
  for (const server of [a, b]) await eventually(() => isDegraded(server));
  expect(a.lines.some((line) => line.includes("redis_degraded") && line.includes("OOM"))).toBe(true);
  await raw.config("SET", "maxmemory", "0");
  await publishUntilDone(a, "kept-memory", "first");
  await publishUntilDone(b, "kept-memory", "second");
  for (const server of [a, b]) await eventually(async () => !(await isDegraded(server)));
  await page.until(({ event }) => event === "second");
  expect(page.eventsOn("kept-memory")).toEqual(["first", "second"]);
  expect(page.frames.some(({ event }) => event === "fanfare:missed")).toBe(false);
  page.close();
  raw.disconnect();
});

test("refuses events while a script blocks Redis, and publishes each once afterwards", async () => {
  const { a, b, redis } = pair;
  const page = await openPage(b.port);
  await page.subscribe("kept-slow");
  const raw = new Redis(redis.url);
  await raw.config("SET", "busy-reply-threshold", "200");
  // Redis answers BUSY until the script is killed.
  const script = raw.eval("while true do end", 0).catch(() => {});
  const names = Array.from({ length: 20 }, (_, index) => `event-${index}`);
  const during = await Promise.all(names.map(async (name) => (await publishOnce(a, "kept-slow", name)).status));
  expect(new Set(during)).toEqual(new Set([503]));
  const killer = new Redis(redis.url, { enableReadyCheck: false });
  await killer.script("KILL");
  await script;
  for (const name of names) await publishUntilDone(a, "kept-slow", name);
  await page.until(({ event }) => event === names.at(-1));
  expect(page.eventsOn("kept-slow").toSorted()).toEqual(names.toSorted());
  page.close();
  for (const connection of [raw, killer]) connection.disconnect();
});

test("refuses 200 events while Redis is frozen, answers other calls, and publishes each once afterwards", async () => {
  const { a, b, redis } = pair;
  const channel = "kept-frozen";
  const page = await openPage(b.port);
  await page.subscribe(channel);
  const names = Array.from({ length: 200 }, (_, index) => `frozen-${index}`);
  process.kill(redis.pid, "SIGSTOP");
  const publishing = Promise.all(names.map(async (name) => (await publishOnce(a, channel, name)).status));
  expect((await fetch(`${a.origin}/healthz`)).status).toBe(200);
  expect(new Set(await publishing)).toEqual(new Set([503]));
  process.kill(redis.pid, "SIGCONT");
  for (const name of names) await publishUntilDone(a, channel, name);
  await page.until(({ event }) => event === names.at(-1));
  expect(page.eventsOn(channel).toSorted()).toEqual(names.toSorted());
  page.close();
});

const skewed = (skew_ms: number): Clock => ({ ...systemClock, now: () => systemClock.now() + skew_ms });
const versionIn = (data: unknown): number => (data as { config_version: number }).config_version;

// Takes up to two minutes, because schedules begin at full minutes.
test.if(NIGHTLY)("tells pages of a schedule's start once, in time, with servers whose clocks are wrong", async () => {
  await using apart = await openPair([skewed(-SKEW_MS), skewed(SKEW_MS)]);
  const { a, b } = apart;
  const page = await openPage(b.port);
  await page.subscribe("fanfare");
  const owner = await a.ownerBrowser();
  const start_ms = Math.ceil((Date.now() + 20_000) / 60_000) * 60_000;
  const starts_at = new Date(start_ms).toISOString().slice(0, 16);
  const draft = { ...sampleTour("Tips"), schedule: { starts_at, zone: "utc" } };
  const { json: made } = await owner.call("POST", "/api/contents", {
    app_id: APP.id,
    slug: "tips",
    name: "Tips",
    draft,
  });
  const at = { app_id: APP.id };
  await owner.call("POST", `/api/contents/${made.id}/publish`, at, { "If-Match": '"1"' });
  const signals = () =>
    page.frames.filter(({ event }) => event === "content-changed").map(({ data }) => versionIn(data));
  await eventually(() => signals().length > 0);
  const versions = new Set(signals());
  await eventually(() => signals().some((version) => !versions.has(version)), { deadline_ms: 150_000 });
  expect(Date.now()).toBeGreaterThanOrEqual(start_ms);
  await publishUntilDone(a, "fanfare-end", "end");
  await publishUntilDone(b, "fanfare-end", "end-too");
  expect(new Set(signals())).toEqual(new Set([...versions, Math.max(...versions) + 1]));
  page.close();
});

// Nightly: it hung once on a busy machine, for a reason that isn't known yet.
test.if(NIGHTLY)(
  "delivers a client event at most once and a signal once on each server when Redis takes them late",
  async () => {
    const { a, b, redis } = pair;
    const channel = "private-late";
    const [sender, near, far] = await Promise.all([openPage(a.port), openPage(a.port), openPage(b.port)]);
    for (const page of [sender, near, far]) await page.subscribe(channel);
    for (const server of [a, b]) await eventually(async () => !(await isDegraded(server)));
    process.kill(redis.pid, "SIGSTOP");
    sender.send("client-late", {}, channel);
    await near.until(({ event }) => event === "client-late");
    a.fanfare.publish(requireAppId(a), channel, "signal", "{}");
    await near.until(({ event }) => event === "signal");
    process.kill(redis.pid, "SIGCONT");
    await far.until(({ event }) => event === "signal");
    for (const server of [a, b]) await eventually(async () => !(await isDegraded(server)));
    await publishUntilDone(b, channel, "end");
    for (const page of [near, far]) await page.until(({ event }) => event === "end");
    expect(near.eventsOn(channel)).toEqual(["client-late", "signal", "end"]);
    // A client event isn't repeated for other servers, if the connection to Redis ended with it.
    expect(far.eventsOn(channel).filter((event) => event !== "client-late")).toEqual(["signal", "end"]);
    expect(far.eventsOn(channel).filter((event) => event === "client-late").length).toBeLessThanOrEqual(1);
    for (const page of [sender, near, far]) page.close();
  },
);

test("sends an event of the console once when Redis takes it late and the call is repeated", async () => {
  const { a, b, redis } = pair;
  const page = await openPage(b.port);
  await page.subscribe("news");
  const owner = await a.ownerBrowser();
  const send = async (event: string, key: string) =>
    (
      await owner.call(
        "POST",
        `/api/channel-events?app_id=${APP.id}`,
        { channel: "news", event, data: {} },
        { "Idempotency-Key": key },
      )
    ).status;
  process.kill(redis.pid, "SIGSTOP");
  expect(await send("from-console", "console-1")).toBe(503);
  process.kill(redis.pid, "SIGCONT");
  await eventually(async () => (await send("from-console", "console-1")) === 200);
  await eventually(async () => (await send("other", "console-2")) === 200);
  await page.until(({ event }) => event === "other");
  expect(page.eventsOn("news")).toEqual(["from-console", "other"]);
  page.close();
});

test("gives a signal on a channel with history one position on both servers when Redis takes it late", async () => {
  const { a, b, redis } = pair;
  const channel = "kept-late-signal";
  const [near, far] = await Promise.all([openPage(a.port), openPage(b.port)]);
  for (const page of [near, far]) await page.subscribe(channel);
  process.kill(redis.pid, "SIGSTOP");
  a.fanfare.publish(requireAppId(a), channel, "signal", "{}");
  await eventually(() => isDegraded(a));
  process.kill(redis.pid, "SIGCONT");
  for (const page of [near, far]) await page.until(({ event }) => event === "signal");
  await publishUntilDone(b, channel, "end-late-signal");
  const seen = await Promise.all(
    [near, far].map(async (page) => {
      await page.until(({ event }) => event === "end-late-signal");
      return page.frames.flatMap(({ channel: on, event, position }) => (on === channel ? [[event, position]] : []));
    }),
  );
  expect(seen[0]).toEqual(seen[1]);
  expect(near.eventsOn(channel)).toEqual(["signal", "end-late-signal"]);
  for (const page of [near, far]) page.close();
});

test("ends the connection of a member who signed out on another server while Redis was down", async () => {
  const { a, b, redis } = pair;
  const member = await a.ownerBrowser();
  const page = await openConsolePage(b, member, (id) => personChannel(personChannelId(id)));
  const elsewhere = openBrowser(b.origin);
  for (const [name, value] of member.cookies) elsewhere.cookies.set(name, value);
  expect((await elsewhere.call("GET", "/api/me")).status).toBe(200);
  await redis.kill();
  expect((await member.call("POST", "/api/sign-out")).status).toBe(200);
  expect((await elsewhere.call("GET", "/api/me")).status).toBe(401);
  await redis.restart();
  expect(await page.closed).toBe(4200);
  await expect(openConsolePage(b, elsewhere, (id) => personChannel(personChannelId(id)))).rejects.toThrow();
});

test("ends a user's connections once the call is repeated after Redis didn't respond", async () => {
  const { a, b, redis } = pair;
  const page = await openPage(b.port);
  await page.signIn("eve");
  const path = `/apps/${APP.id}/users/eve/terminate_connections`;
  const terminate = () => fetch(signedRequest(a.origin, { key: APP.key, secret: APP.secret, path, body: "{}" }));
  process.kill(redis.pid, "SIGSTOP");
  expect((await terminate()).status).toBe(503);
  process.kill(redis.pid, "SIGCONT");
  await eventually(async () => (await terminate()).status === 200);
  expect(await page.closed).toBe(4009);
});

// Last, because the other tests sign with this secret.
test("refuses a secret that was revoked while a server was frozen and Redis didn't respond", async () => {
  const { a, environment, redis } = pair;
  await using frozen = await startNodeProcess(environment);
  const late = { origin: `http://127.0.0.1:${frozen.port}` };
  await publishUntilDone(late, "news", "accepted");
  const owner = await a.ownerBrowser();
  const { json: rotated } = await owner.call("POST", `/api/apps/${APP.id}/secrets`, {});
  const { json: secrets } = await owner.call("GET", `/api/apps/${APP.id}/secrets`);
  const old = secrets.items.find(({ id }: { id: string }) => id !== rotated.id);
  frozen.signal("SIGSTOP");
  process.kill(redis.pid, "SIGSTOP");
  expect((await owner.call("DELETE", `/api/apps/${APP.id}/secrets/${old.id}`)).status).toBe(204);
  frozen.signal("SIGCONT");
  // Only the poll of the database is left to tell it.
  await eventually(async () => (await publishOnce(late, "news", "refused")).status === 401);
  process.kill(redis.pid, "SIGCONT");
  const is_up = async (): Promise<boolean> => !(await isDegraded(a));
  await eventually(is_up);
  // What Redis still held doesn't bring it back.
  for (const server of [a, pair.b, late]) expect((await publishOnce(server, "news", "refused")).status).toBe(401);
});
