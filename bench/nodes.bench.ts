/**
 * Two nodes with Redis, compared with one node without it in the same run: CPU per delivery, per event, and per publish
 * over HTTP, delay to the other node, and the script that appends to the log beside a bare PING.
 *
 *   npm run bench nodes
 */
import { APPEND } from "@fanfare/server/cluster/redis-scripts";
import { RedisClient, SQL } from "bun";
import { startPostgres } from "../scripts/services/postgres.ts";
import { startRedis } from "../scripts/services/redis.ts";
import { publicLane } from "./clients/lanes.ts";
import { publishRequest } from "./clients/publish-request.ts";
import { sendRequests } from "./clients/requests.ts";
import { type Subscribers, wireBytes } from "./clients/subscribers.ts";
import { GENERATOR_CORE, pinGenerator, type ServerProcess, startServer } from "./server-process.ts";
import { channelName, eventFrame } from "./servers/commands.ts";
import { median, quantile } from "./statistics.ts";
import { printTable } from "./table.ts";

/** Odd, so that the median is one of the runs. */
const RUNS = 9;
const TIMEOUT_MS = 60_000;

interface Case {
  readonly name: string;
  readonly goal: number;
  readonly channels: number;
  readonly subscribers: number;
  readonly bursts: number;
  /** Messages per burst. Keeps every socket below its backpressure limit. */
  readonly burst: number;
  /** 0: faster than the wire. */
  readonly gap_ms: number;
}

const CASES: readonly Case[] = [
  {
    ...{ name: "Delivery: 1 channel × 1,000 (500 per node), paced 100/s", goal: 1.1 },
    ...{ channels: 1, subscribers: 1_000, bursts: 1, burst: 200, gap_ms: 10 },
  },
  {
    ...{ name: "Delivery: 1 channel × 1,000 (500 per node), faster than the wire", goal: 1.1 },
    ...{ channels: 1, subscribers: 1_000, bursts: 5, burst: 400, gap_ms: 0 },
  },
  {
    ...{ name: "Delivery: 100 channels × 10 (5 per node)", goal: 1.25 },
    ...{ channels: 100, subscribers: 1_000, bursts: 100, burst: 100, gap_ms: 0 },
  },
];

/** One node alone, or two with Redis. Events are published on the first. */
interface Installation {
  readonly nodes: readonly [ServerProcess, ...ServerProcess[]];
}

const bytes_each = wireBytes(eventFrame(channelName(0)));

async function cpuOf({ nodes }: Installation): Promise<number> {
  const usages = await Promise.all(nodes.map((node) => node.usage()));
  return usages.reduce((sum, { cpu_us }) => sum + cpu_us, 0);
}

async function connect({ nodes }: Installation, count: number, channels: number): Promise<readonly Subscribers[]> {
  const all: Subscribers[] = [];
  for (const { port } of nodes) all.push(await publicLane.connect(port, count / nodes.length, channels));
  return all;
}

/** CPU microseconds of all nodes per delivery. */
async function costOf(installation: Installation, subscribers: readonly Subscribers[], scenario: Case) {
  const { bursts, burst, channels, gap_ms } = scenario;
  const deliveries = (burst * scenario.subscribers) / channels;
  const before = await cpuOf(installation);
  for (let sent = 0; sent < bursts; sent++) {
    for (const each of subscribers) each.reset();
    const published = installation.nodes[0].publish({ messages: burst, gap_ms, channels });
    const expected = (deliveries / subscribers.length) * bytes_each;
    await Promise.all(subscribers.map((each) => each.reached(expected, TIMEOUT_MS)));
    await published;
  }
  return ((await cpuOf(installation)) - before) / (deliveries * bursts);
}

function row(name: string, unit: string, pairs: readonly (readonly [number, number])[], goal: number | undefined) {
  // Compare neighboring runs, so that other load on the machine affects both.
  const ratio = median(pairs.map(([two, one]) => two / one));
  const column = (index: 0 | 1): string => `${median(pairs.map((pair) => pair[index])).toFixed(2)} ${unit}`;
  const verdict = goal === undefined ? "" : ratio <= goal ? "met" : "MISSED";
  return [name, column(0), column(1), `${ratio.toFixed(2)} ×`, goal === undefined ? "–" : `≤ ${goal} ×`, verdict];
}

async function alternate(two: () => Promise<number>, one: () => Promise<number>): Promise<[number, number][]> {
  // Warm-up: a fresh server is still being JIT-compiled.
  await one();
  await two();
  const pairs: [number, number][] = [];
  for (let run = 0; run < RUNS; run++) {
    const reference = await one();
    pairs.push([await two(), reference]);
  }
  return pairs;
}

/**
 * One node costs more on the generator's core, as the second of two does, so the reference is the mean of one node on
 * each core.
 */
async function deliveryRow(pair: Installation, singles: readonly Installation[], scenario: Case): Promise<string[]> {
  const { subscribers, channels } = scenario;
  const on_pair = await connect(pair, subscribers, channels);
  const on_singles: (readonly Subscribers[])[] = [];
  for (const single of singles) on_singles.push(await connect(single, subscribers, channels));
  const pairs = await alternate(
    () => costOf(pair, on_pair, scenario),
    async () => {
      let sum = 0;
      for (const [index, single] of singles.entries()) sum += await costOf(single, on_singles[index] ?? [], scenario);
      return sum / singles.length;
    },
  );
  for (const each of [...on_pair, ...on_singles.flat()]) each.close();
  return row(scenario.name, "µs CPU", pairs, scenario.goal);
}

const DELAYED_SUBSCRIBERS = 500;
const DELAYED_PUBLISHES = 200;
const DELAY_GAP_MS = 10;

/** 99th percentile from the publish on one node until the last of 500 subscribers on another has all bytes. */
async function p99Of(from: ServerProcess, subscribers: Subscribers): Promise<number> {
  const delays_ms: number[] = [];
  for (let publish = 0; publish < DELAYED_PUBLISHES; publish++) {
    subscribers.reset();
    const began_ms = performance.now();
    const published = from.publish({ messages: 1, gap_ms: 0, channels: 1 });
    await subscribers.reached(DELAYED_SUBSCRIBERS * bytes_each, TIMEOUT_MS);
    const took_ms = performance.now() - began_ms;
    delays_ms.push(took_ms);
    await published;
    await Bun.sleep(Math.max(0, DELAY_GAP_MS - took_ms));
  }
  return quantile(delays_ms, 0.99);
}

async function delayRow(pair: Installation): Promise<string[]> {
  const [a, b = a] = pair.nodes;
  const name = `p99 from a publish to the last of ${DELAYED_SUBSCRIBERS}: on the other node, and on the same`;
  const there = await publicLane.connect(b.port, DELAYED_SUBSCRIBERS, 1);
  const pairs = await alternate(
    () => p99Of(a, there),
    () => p99Of(b, there),
  );
  there.close();
  return row(name, "ms", pairs, 2);
}

const PUBLISH_ROUNDS = 20;
const PUBLISH_CONNECTIONS = 32;

/** CPU microseconds per signed publish over HTTP on the first node, without subscribers: of all nodes, and of the others. */
async function publishCost({ nodes }: Installation): Promise<{ readonly all_us: number; readonly others_us: number }> {
  const [{ port }] = nodes;
  const requests = Array.from({ length: 32 }, (_, index) => publishRequest(index));
  const before = await Promise.all(nodes.map((node) => node.usage()));
  const plan = { port, connections: PUBLISH_CONNECTIONS, rounds: PUBLISH_ROUNDS, requests, expected: "HTTP/1.1 200" };
  const sent = await sendRequests(plan);
  const after = await Promise.all(nodes.map((node) => node.usage()));
  const costs = after.map(({ cpu_us }, index) => (cpu_us - (before[index]?.cpu_us ?? 0)) / sent);
  const all_us = costs.reduce((sum, cost) => sum + cost, 0);
  return { all_us, others_us: all_us - (costs[0] ?? 0) };
}

async function publishRows(pair: Installation, single: Installation, redis: RedisClient): Promise<string[][]> {
  const others: number[] = [];
  const on_redis: number[] = [];
  let sent = 0;
  const pairs = await alternate(
    async () => {
      const before_us = await redisCpu(redis);
      const { all_us, others_us } = await publishCost(pair);
      sent = PUBLISH_ROUNDS * PUBLISH_CONNECTIONS * 32;
      on_redis.push(((await redisCpu(redis)) - before_us) / sent);
      others.push(others_us);
      return all_us;
    },
    async () => (await publishCost(single)).all_us,
  );
  const length = Number(await redis.send("XLEN", [await logKey(redis)]));
  const bytes = Number(await redis.send("MEMORY", ["USAGE", await logKey(redis), "SAMPLES", "0"]));
  const info = (name: string, value: string): string[] => [name, value, "–", "–", "–", ""];
  return [
    row("Publish over HTTP: all nodes", "µs CPU", pairs, undefined),
    info("Event on a node without subscribers of it", `${median(others).toFixed(2)} µs CPU`),
    info("Event in Redis", `${median(on_redis).toFixed(2)} µs CPU`),
    info("Entry in the log in Redis, with the events that went together", `${Math.round(bytes / length)} bytes`),
  ];
}

/** Of the whole Redis process. */
async function redisCpu(redis: RedisClient): Promise<number> {
  const info = String(await redis.send("INFO", ["cpu"]));
  const seconds = (name: string): number => Number(new RegExp(`^${name}:([\\d.]+)`, "m").exec(info)?.[1]);
  return (seconds("used_cpu_sys") + seconds("used_cpu_user")) * 1_000_000;
}

async function logKey(redis: RedisClient): Promise<string> {
  const keys = await redis.send("KEYS", ["fanfare:*:log:*"]);
  if (!Array.isArray(keys) || typeof keys[0] !== "string") throw new Error("The nodes have no log in Redis.");
  return keys[0];
}

const COMMANDS = 5_000;

async function scriptRow(redis: RedisClient): Promise<string[]> {
  await redis.send("HSET", ["bench:epoch", "epoch", "e", "run_id", "r"]);
  const message = JSON.stringify({ kind: "events", data: eventFrame(channelName(0)) });
  const p99 = async (command: string, given: string[]): Promise<number> => {
    const took_ms: number[] = [];
    for (let sent = 0; sent < COMMANDS; sent++) {
      const began_ms = performance.now();
      await redis.send(command, given);
      took_ms.push(performance.now() - began_ms);
    }
    return quantile(took_ms, 0.99) * 1_000;
  };
  const keys = ["bench:epoch", "bench:log"];
  const append = [APPEND.sha1, String(keys.length), ...keys, "bench", "1", "e", "r", "60000", "1", message];
  await redis.send("SCRIPT", ["LOAD", APPEND.text]);
  const pairs = await alternate(
    () => p99("EVALSHA", append),
    () => p99("PING", []),
  );
  return row("p99 of the append script, and of PING", "µs", pairs, 4);
}

pinGenerator();
const [postgres, redis_server] = await Promise.all([startPostgres(), startRedis()]);
const stop = async (): Promise<void> => {
  await Promise.all([postgres.stop(), redis_server.stop()]);
};
const servers: ServerProcess[] = [];
const redis = new RedisClient(redis_server.url);
try {
  await using sql = new SQL(postgres.url, { max: 1 });
  for (const name of ["one", "other", "two"]) await sql.unsafe(`create database ${name}`);
  const environment = (name: string) => ({
    FANFARE_DATABASE_URL: postgres.url.replace(/postgres$/, name),
    FANFARE_SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
  });
  const start = async (placement: Parameters<typeof startServer>[1]): Promise<ServerProcess> => {
    const server = await startServer("node.ts", placement);
    servers.push(server);
    return server;
  };
  const single: Installation = { nodes: [await start({ environment: environment("one") })] };
  const other: Installation = { nodes: [await start({ environment: environment("other"), core: GENERATOR_CORE })] };
  const shared = { ...environment("two"), FANFARE_REDIS_URL: redis_server.url };
  const first = await start({ environment: shared });
  const pair: Installation = { nodes: [first, await start({ environment: shared, core: GENERATOR_CORE })] };
  const rows: string[][] = [];
  for (const scenario of CASES) rows.push(await deliveryRow(pair, [single, other], scenario));
  rows.push(await delayRow(pair), ...(await publishRows(pair, single, redis)), await scriptRow(redis));
  printTable(
    `Two nodes and Redis on two cores (medians of ${RUNS} runs and of their ratios)`,
    ["case", "two nodes", "reference", "ratio", "goal", ""],
    rows,
  );
} finally {
  redis.close();
  for (const server of servers) await server.stop();
  await stop();
}
