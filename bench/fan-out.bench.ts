/**
 * CPU of the server process per delivered event, compared with a bare Bun topic in the same run.
 *
 *   npm run bench fan-out
 */
import { openSubscribers, type Subscribers, wireBytes } from "./clients/subscribers.ts";
import { pinGenerator, type ServerProcess, startServer } from "./server-process.ts";
import { channelName, eventFrame } from "./servers/commands.ts";
import { median } from "./statistics.ts";
import { printTable } from "./table.ts";

/** Odd, so that the median is one of the runs. */
const RUNS = 9;
const DELIVERY_TIMEOUT_MS = 60_000;

interface Case {
  readonly name: string;
  readonly goal: number;
  readonly channels: number;
  readonly subscribers_each: number;
  readonly messages: number;
  /** Messages per burst. Keeps every socket below its backpressure limit. */
  readonly burst: number;
  readonly gap_ms: number;
}

const CASES: readonly Case[] = [
  {
    name: "1 channel × 1,000, faster than the wire",
    goal: 1.1,
    channels: 1,
    subscribers_each: 1_000,
    messages: 4_000,
    burst: 400,
    gap_ms: 0,
  },
  {
    name: "1 channel × 1,000, paced 100/s",
    goal: 1.1,
    channels: 1,
    subscribers_each: 1_000,
    // Nine seconds, because a fresh server is still being JIT-compiled.
    messages: 900,
    burst: 300,
    gap_ms: 10,
  },
  {
    name: "100 channels × 10",
    goal: 1.25,
    channels: 100,
    subscribers_each: 10,
    messages: 20_000,
    burst: 100,
    gap_ms: 0,
  },
];

interface Subject {
  readonly file: string;
  connect(port: number, scenario: Case): Promise<Subscribers>;
}

const bare: Subject = {
  file: "bare-topic.ts",
  connect: (port, scenario) =>
    openSubscribers({
      port,
      count: scenario.channels * scenario.subscribers_each,
      path: (index) => `/?channel=${channelName(index % scenario.channels)}`,
      hello: () => undefined,
      ready: "subscribed",
    }),
};

const fanfare: Subject = {
  file: "gateway.ts",
  connect: (port, scenario) =>
    openSubscribers({
      port,
      count: scenario.channels * scenario.subscribers_each,
      path: () => "/app/bench-key?protocol=7&client=bench&version=1.0",
      hello: (index) =>
        JSON.stringify({ event: "pusher:subscribe", data: { channel: channelName(index % scenario.channels) } }),
      ready: "subscription_succeeded",
    }),
};

/** CPU microseconds per delivery in one run. */
async function measure(server: ServerProcess, subscribers: Subscribers, scenario: Case): Promise<number> {
  const bytes_each = wireBytes(eventFrame(channelName(0)));
  const before = await server.usage();
  for (let sent = 0; sent < scenario.messages; sent += scenario.burst) {
    subscribers.reset();
    const published = server.publish({
      messages: scenario.burst,
      gap_ms: scenario.gap_ms,
      channels: scenario.channels,
    });
    await subscribers.reached(scenario.burst * scenario.subscribers_each * bytes_each, DELIVERY_TIMEOUT_MS);
    await published;
  }
  const after = await server.usage();
  return (after.cpu_us - before.cpu_us) / (scenario.messages * scenario.subscribers_each);
}

async function runOf(subject: Subject, scenario: Case): Promise<number> {
  const server = await startServer(subject.file);
  const subscribers = await subject.connect(server.port, scenario);
  try {
    await measure(server, subscribers, { ...scenario, messages: scenario.burst });
    return await measure(server, subscribers, scenario);
  } finally {
    subscribers.close();
    await server.stop();
  }
}

pinGenerator();
const rows: string[][] = [];
for (const scenario of CASES) {
  const reference: number[] = [];
  const ours: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    reference.push(await runOf(bare, scenario));
    ours.push(await runOf(fanfare, scenario));
  }
  // Compare neighboring runs, so that other load on the machine affects both.
  const ratio = median(ours.map((cost, run) => cost / (reference[run] ?? cost)));
  rows.push([
    scenario.name,
    `${median(ours).toFixed(2)} µs`,
    `${median(reference).toFixed(2)} µs`,
    `${ratio.toFixed(2)} ×`,
    `≤ ${scenario.goal} ×`,
    ratio <= scenario.goal ? "met" : "MISSED",
  ]);
}
printTable(
  `CPU per delivered event (medians of ${RUNS} runs and of their ratios, server and generator on a core each)`,
  ["case", "Fanfare", "bare topic", "ratio", "goal", ""],
  rows,
);
