/**
 * CPU of the server process per delivered event over the hub's transports other than WebSocket. Compared with Pusher
 * WebSocket subscribers (the fast path) in the same run.
 *
 *   npm run bench hubs
 */
import { HUB_TRANSPORTS, type HubTransport } from "./clients/hub-transports.ts";
import { publicLane } from "./clients/lanes.ts";
import { wireBytes } from "./clients/subscribers.ts";
import { pinGenerator, type ServerProcess, startServer } from "./server-process.ts";
import { channelName, eventFrame } from "./servers/commands.ts";
import { median } from "./statistics.ts";
import { printTable } from "./table.ts";

const RUNS = 5;
const SUBSCRIBERS = 200;
const MESSAGES = 300;
const GAP_MS = 10;
const GOAL = 4;
const DELIVERY_TIMEOUT_MS = 30_000;
const ENTRY_TIMEOUT_MS = 10_000;

/** CPU microseconds per delivery, including everything that `deliver` awaits. */
async function costOf(server: ServerProcess, deliver: () => Promise<void>): Promise<number> {
  const before = await server.usage();
  const published = server.publish({ messages: MESSAGES, gap_ms: GAP_MS, channels: 1 });
  await Promise.all([published, deliver()]);
  const after = await server.usage();
  return (after.cpu_us - before.cpu_us) / (MESSAGES * SUBSCRIBERS);
}

async function fastLane(): Promise<number> {
  const server = await startServer(publicLane.file);
  const subscribers = await publicLane.connect(server.port, SUBSCRIBERS, 1);
  const bytes = MESSAGES * SUBSCRIBERS * wireBytes(eventFrame(channelName(0)));
  try {
    return await costOf(server, () => subscribers.reached(bytes, DELIVERY_TIMEOUT_MS));
  } finally {
    subscribers.close();
    await server.stop();
  }
}

async function overCarrier(carrier: HubTransport): Promise<number> {
  const server = await startServer(publicLane.file);
  const listeners = await carrier.connect(server.port, SUBSCRIBERS);
  const until = async (count: number, timeout_ms: number): Promise<void> => {
    const end_ms = performance.now() + timeout_ms;
    while (listeners.received() < count) {
      if (performance.now() > end_ms) throw new Error(`${carrier.name}: ${listeners.received()} of ${count} in time.`);
      await Bun.sleep(1);
    }
  };
  try {
    // All subscriptions are active once every client has received an event.
    const asked_ms = performance.now();
    do {
      listeners.reset();
      await server.publish({ messages: 1, gap_ms: 0, channels: 1 });
      await Bun.sleep(200);
    } while (listeners.received() < SUBSCRIBERS && performance.now() - asked_ms < ENTRY_TIMEOUT_MS);
    listeners.reset();
    return await costOf(server, () => until(MESSAGES * SUBSCRIBERS, DELIVERY_TIMEOUT_MS));
  } finally {
    listeners.close();
    await server.stop();
  }
}

pinGenerator();
const reference: number[] = [];
const costs = HUB_TRANSPORTS.map((carrier) => ({ carrier, runs: [] as number[] }));
for (let run = 0; run < RUNS; run++) {
  reference.push(await fastLane());
  for (const { carrier, runs } of costs) runs.push(await overCarrier(carrier));
}
printTable(
  `CPU per delivered event, ${SUBSCRIBERS} subscribers, 100 a second (medians of ${RUNS} runs)`,
  ["carrier", "Fanfare", "Pusher WebSocket", "ratio", "goal", ""],
  costs.map(({ carrier, runs }) => {
    const ratio = median(runs) / median(reference);
    const [ours, theirs] = [runs, reference].map((all) => `${median(all).toFixed(2)} µs`);
    return [
      carrier.name,
      ours ?? "",
      theirs ?? "",
      `${ratio.toFixed(2)} ×`,
      `≤ ${GOAL} ×`,
      ratio <= GOAL ? "met" : "MISSED",
    ];
  }),
);
