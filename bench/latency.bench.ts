/**
 * Latency from a publish to the last of 1,000 subscribers, at 100 publishes per second. Compared with a bare Bun topic
 * in the same run.
 *
 *   npm run bench latency
 */
import { bareLane, type Lane, publicLane } from "./clients/lanes.ts";
import { wireBytes } from "./clients/subscribers.ts";
import { pinGenerator, startServer } from "./server-process.ts";
import { channelName, eventFrame } from "./servers/commands.ts";
import { median, quantile } from "./statistics.ts";
import { printTable } from "./table.ts";

const RUNS = 5;
const SUBSCRIBERS = 1_000;
const PUBLISHES = 300;
const WARM_UP = 50;
const GAP_MS = 10;
const TIMEOUT_MS = 30_000;
const GOAL = 1.3;

/** 99th percentile in milliseconds, from the publish command until the last subscriber has all bytes. */
async function p99Of(lane: Lane, bytes_each: number): Promise<number> {
  const server = await startServer(lane.file);
  const subscribers = await lane.connect(server.port, SUBSCRIBERS, 1);
  const delays_ms: number[] = [];
  try {
    for (let publish = 0; publish < WARM_UP + PUBLISHES; publish++) {
      subscribers.reset();
      const began_ms = performance.now();
      const published = server.publish({ messages: 1, gap_ms: 0, channels: 1 });
      await subscribers.reached(SUBSCRIBERS * bytes_each, TIMEOUT_MS);
      const took_ms = performance.now() - began_ms;
      if (publish >= WARM_UP) delays_ms.push(took_ms);
      await published;
      await Bun.sleep(Math.max(0, GAP_MS - took_ms));
    }
    return quantile(delays_ms, 0.99);
  } finally {
    subscribers.close();
    await server.stop();
  }
}

pinGenerator();
const bytes_each = wireBytes(eventFrame(channelName(0)));
const reference: number[] = [];
const ours: number[] = [];
for (let run = 0; run < RUNS; run++) {
  reference.push(await p99Of(bareLane, bytes_each));
  ours.push(await p99Of(publicLane, bytes_each));
}
const ratio = median(ours) / median(reference);
printTable(
  `p99 from a publish to the last of ${SUBSCRIBERS} subscribers, 100 a second (medians of ${RUNS} runs)`,
  ["case", "Fanfare", "bare topic", "ratio", "goal", ""],
  [
    [
      "1 channel",
      `${median(ours).toFixed(2)} ms`,
      `${median(reference).toFixed(2)} ms`,
      `${ratio.toFixed(2)} ×`,
      `≤ ${GOAL} ×`,
      ratio <= GOAL ? "met" : "MISSED",
    ],
  ],
);
