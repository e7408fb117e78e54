import { expect, setDefaultTimeout, test } from "bun:test";
import { seededRng } from "@fanfare/contract/lib/rng";
import { Redis } from "ioredis";
import { startRedis } from "../../../scripts/services/redis.ts";
import { eventually } from "../../test/support/eventually.ts";
import { openPair, publishUntilDone } from "../../test/support/server-pair.ts";
import { openPage, type SocketPage } from "../../test/support/socket-page.ts";
import { APP } from "../../test/support/temporary-server.ts";

setDefaultTimeout(240_000);

const NIGHTLY = process.env["NIGHTLY"] === "1";
const CUTS = NIGHTLY ? 200 : 8;
const FAILOVERS = NIGHTLY ? 10 : 1;
const SEED = 20_261_129;
/** Of all data that Redis sends between two cuts. */
const CUT_BYTES_MAX = 3_000;

test(`catches up when the connection to Redis breaks at random bytes, ${CUTS} times`, async () => {
  await using pair = await openPair();
  const { a, b, proxies } = pair;
  const rng = seededRng(SEED);
  const page = await openPage(b.port);
  await page.subscribe("news");
  const sent: string[] = [];
  let is_over = false;
  const publishing = (async () => {
    while (!is_over) {
      const name = `event-${sent.length}`;
      await publishUntilDone(a, "news", name);
      sent.push(name);
    }
  })();
  for (let cut = 0; cut < CUTS; cut++) {
    await proxies[1].cutAfter(Math.floor(rng.next() * CUT_BYTES_MAX));
    const before = page.eventsOn("news").length;
    await eventually(() => page.eventsOn("news").length > before);
  }
  is_over = true;
  await publishing;
  await page.until(({ event }) => event === sent.at(-1));
  expect(page.eventsOn("news")).toEqual(sent);
  page.close();
});

test(`tells clients of what a failover of Redis lost, and gives no position twice, ${FAILOVERS} times`, async () => {
  await using pair = await openPair();
  const { a, b, proxies } = pair;
  let primary = pair.redis;
  for (let failover = 0; failover < FAILOVERS; failover++) {
    const replica = await startRedis(["--replicaof", "127.0.0.1", new URL(primary.url).port]);
    const raw = new Redis(replica.url);
    await eventually(async () => (await raw.info("replication")).includes("master_link_status:up"));
    const page = await openPage(b.port);
    await page.subscribe("kept-orders");
    await publishUntilDone(a, "kept-orders", `replicated-${failover}`);
    await page.until(({ event }) => event === `replicated-${failover}`);
    await eventually(async () => (await replicated(raw)) === (await lastOf(primary.url)));
    // The replica falls behind: it doesn't get what is acknowledged from here on.
    process.kill(replica.pid, "SIGSTOP");
    await publishUntilDone(a, "kept-orders", `lost-${failover}`);
    const { position } = await page.until(({ event }) => event === `lost-${failover}`);
    const old = new Redis(primary.url);
    process.kill(primary.pid, "SIGSTOP");
    process.kill(replica.pid, "SIGCONT");
    // The address leads to the replica before it's promoted: it refuses writes as read-only.
    for (const proxy of proxies) {
      proxy.retarget(Number(new URL(replica.url).port));
      proxy.cut();
    }
    await raw.replicaof("NO", "ONE");
    // The old primary is isolated, but a node that reaches it can still write.
    process.kill(primary.pid, "SIGCONT");
    const [log = ""] = await old.keys("fanfare:*:log:*");
    await old.xadd(log, "*", "n", "nod_old", "m", eventsMessage(`split-${failover}`), "v", "1");
    expect(await page.closed).toBe(4200);
    const resumed = await openPage(b.port);
    await resumed.subscribe("kept-orders", { position });
    await resumed.until(({ event }) => event === "fanfare:missed");
    await publishUntilDone(a, "kept-orders", `after-${failover}`);
    await resumed.until(({ event }) => event === `after-${failover}`);
    expect(resumed.eventsOn("kept-orders")).toEqual(["fanfare:missed", `after-${failover}`]);
    expect(positionsTwice([page, resumed])).toEqual([]);
    for (const each of [page, resumed]) each.close();
    for (const connection of [raw, old]) connection.disconnect();
    if (primary !== pair.redis) await primary.stop();
    primary = replica;
  }
  if (primary !== pair.redis) await primary.stop();
});

async function lastOf(url: string): Promise<string> {
  const redis = new Redis(url);
  try {
    return await replicated(redis);
  } finally {
    redis.disconnect();
  }
}

/** Number of events in all logs. */
async function replicated(redis: Redis): Promise<string> {
  const logs = await redis.keys("fanfare:*:log:*");
  const texts = await Promise.all(logs.map(async (log) => JSON.stringify(await redis.xrange(log, "-", "+"))));
  return String(texts.join().split("kept-orders").length);
}

function eventsMessage(event: string): string {
  const events = [
    { channels: ["kept-orders"], event, data: "{}", kept: { "kept-orders": { events_max: 10, ttl_s: 60 } } },
  ];
  return JSON.stringify({ kind: "events", app_id: APP.id, events });
}

/** Positions under which two pages got different events. */
function positionsTwice(pages: readonly SocketPage[]): readonly string[] {
  const events = new Map<string, string>();
  return pages
    .flatMap(({ frames }) => frames)
    .flatMap(({ position, event, channel }) => {
      if (
        position === undefined ||
        channel !== "kept-orders" ||
        event.startsWith("pusher") ||
        event.startsWith("fanfare")
      )
        return [];
      const before = events.get(position) ?? event;
      events.set(position, event);
      return before === event ? [] : [`${position}: ${before}, ${event}`];
    });
}
