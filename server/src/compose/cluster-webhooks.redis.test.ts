import { expect, setDefaultTimeout, test } from "bun:test";
import type { WebhookEvent } from "@fanfare/contract/realtime/webhook";
import { SQL } from "bun";
import { freePort } from "../../../scripts/services/postgres.ts";
import { startRedis } from "../../../scripts/services/redis.ts";
import { eventually } from "../../test/support/eventually.ts";
import { startNodeProcess } from "../../test/support/node-process.ts";
import { openPage } from "../../test/support/socket-page.ts";
import { APP, startTemporaryServer } from "../../test/support/temporary-server.ts";
import { temporaryPostgresStore } from "../../test/support/temporary-store.ts";

const NIGHTLY = process.env["NIGHTLY"] === "1";
const KILLS = NIGHTLY ? 20 : 1;
const CHANNELS = NIGHTLY ? 1_000 : 40;
const NODES = 3;
const VISITORS = 10;
/** Longer than a lease, an absence, and a return together, on a slow machine. */
const WAIT_MS_MAX = 120_000;

setDefaultTimeout(NIGHTLY ? 30 * 60_000 : 240_000);

/** A webhook receiver that keeps the events of each channel in order, and counts repeated posts. */
function startReceiver() {
  const deliveries = new Set<string>();
  const events = new Map<string, string[]>();
  let repeated = 0;
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const id = request.headers.get("X-Fanfare-Delivery") ?? "";
      const body: { events: readonly WebhookEvent[] } = await request.json();
      if (deliveries.has(id)) repeated++;
      else for (const { channel, name } of body.events) events.set(channel, [...(events.get(channel) ?? []), name]);
      deliveries.add(id);
      return new Response(null, { status: 200 });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}/hook`,
    of: (channel: string): readonly string[] => events.get(channel) ?? [],
    channels: () => [...events.keys()],
    repeated: () => repeated,
    stop: () => server.stop(true),
  };
}

const VISIT = ["channel_occupied", "member_added", "member_removed", "channel_vacated"];
/** A visit's events in the order in which they may arrive: the person and the channel change at the same moment. */
const ordered = (events: readonly string[]): readonly string[] =>
  events.slice(0, 2).sort().concat(events.slice(2).sort().reverse());

test("sends each change of a channel once and in order while the servers that send are killed", async () => {
  const [redis, postgres] = await Promise.all([startRedis(), temporaryPostgresStore()]);
  const receiver = startReceiver();
  const environment = {
    FANFARE_DATABASE_URL: postgres.url,
    FANFARE_REDIS_URL: redis.url,
    FANFARE_SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
  };
  {
    await using first = await startTemporaryServer({ environment });
    const owner = await first.ownerBrowser();
    const events = ["channel_occupied", "channel_vacated", "member_added", "member_removed"];
    const webhook = { app_id: APP.id, url: receiver.url, events };
    expect((await owner.call("POST", "/api/webhooks", webhook)).status).toBe(201);
  }
  const startNode = async () => startNodeProcess({ ...environment, FANFARE_PORT: String(await freePort()) });
  const nodes = await Promise.all(Array.from({ length: NODES }, startNode));
  await using sql = new SQL(postgres.url, { max: 1 });

  let kills = 0;
  let next = 0;
  const finished: string[] = [];
  /** Enters a channel, waits until the receiver knows, leaves, and waits again. A killed node ends the visit early. */
  const visit = async (number: number): Promise<void> => {
    const channel = `presence-${number}`;
    const page = await openPage(nodes[number % nodes.length]?.port ?? 0).catch(() => undefined);
    if (page === undefined) return;
    let is_lost = false;
    const lost = page.closed.then(() => {
      is_lost = true;
    });
    await Promise.race([page.subscribe(channel, { user_id: "ann" }), lost]);
    const options = { deadline_ms: WAIT_MS_MAX, seen: () => [channel, receiver.of(channel)] };
    await eventually(() => is_lost || receiver.of(channel).length >= 2, options);
    if (is_lost) return;
    page.close();
    await eventually(() => receiver.of(channel).length >= VISIT.length, options);
    finished.push(channel);
  };
  const visitors = Array.from({ length: VISITORS }, async () => {
    while (finished.length < CHANNELS || kills < KILLS) await visit(next++);
  });
  for (; kills < KILLS; kills++) {
    const before = finished.length;
    await eventually(() => finished.length > before + VISITORS, { deadline_ms: WAIT_MS_MAX, seen: () => finished });
    const [holder] = await sql`select port from nodes join leases on node_id = id where name = 'background'`;
    const index = nodes.findIndex(({ port }) => port === Number(holder.port));
    const killed = nodes[index];
    expect(killed).toBeDefined();
    nodes.splice(index, 1);
    await killed?.[Symbol.asyncDispose]();
    nodes.push(await startNode());
  }
  await Promise.all(visitors);
  for (const channel of receiver.channels()) {
    await eventually(() => receiver.of(channel).length % VISIT.length === 0, {
      deadline_ms: WAIT_MS_MAX,
      seen: () => [channel, receiver.of(channel)],
    });
    const events = receiver.of(channel);
    if (finished.includes(channel)) expect([channel, ...ordered(events)]).toEqual([channel, ...VISIT]);
  }
  expect(receiver.repeated()).toBeLessThanOrEqual(KILLS);
  for (const node of nodes) await node[Symbol.asyncDispose]();
  await redis.stop();
  await postgres[Symbol.asyncDispose]();
  await receiver.stop();
});
