/**
 * Cost per connection: CPU of one connect with a signed subscription, and memory of an idle one. Compared with bare Bun
 * WebSockets on a native topic.
 *
 *   npm run bench connections
 */
import { bareLane, type Lane, signedLane } from "./clients/lanes.ts";
import { pinGenerator, startServer } from "./server-process.ts";
import { median } from "./statistics.ts";
import { printTable } from "./table.ts";

const RUNS = 5;
const WARM_UP = 500;
const CONNECTIONS = 4_000;
const CHANNELS = 100;
const CPU_GOAL = 2;
const KIB_GOAL = 4;

interface Cost {
  readonly connect_us: number;
  readonly idle_kib: number;
}

async function costOf(lane: Lane): Promise<Cost> {
  const server = await startServer(lane.file);
  const warm_up = await lane.connect(server.port, WARM_UP, CHANNELS);
  const before = await server.usage({ collect: true });
  const idle = await lane.connect(server.port, CONNECTIONS, CHANNELS);
  const connected = await server.usage();
  const after = await server.usage({ collect: true });
  try {
    return {
      connect_us: (connected.cpu_us - before.cpu_us) / CONNECTIONS,
      idle_kib: (after.rss_bytes - before.rss_bytes) / CONNECTIONS / 1_024,
    };
  } finally {
    warm_up.close();
    idle.close();
    await server.stop();
  }
}

pinGenerator();
const reference: Cost[] = [];
const ours: Cost[] = [];
for (let run = 0; run < RUNS; run++) {
  reference.push(await costOf(bareLane));
  ours.push(await costOf(signedLane));
}
const middle = (costs: readonly Cost[], field: keyof Cost): number => median(costs.map((cost) => cost[field]));
const cpu_ratio = middle(ours, "connect_us") / middle(reference, "connect_us");
const kib = middle(ours, "idle_kib");
printTable(
  `What a connection costs the server (medians of ${RUNS} runs)`,
  ["case", "Fanfare", "bare topic", "figure", "goal", ""],
  [
    [
      "CPU of a connect and a signed subscribe",
      `${middle(ours, "connect_us").toFixed(1)} µs`,
      `${middle(reference, "connect_us").toFixed(1)} µs`,
      `${cpu_ratio.toFixed(2)} ×`,
      `≤ ${CPU_GOAL} ×`,
      cpu_ratio <= CPU_GOAL ? "met" : "MISSED",
    ],
    [
      "memory of an idle subscribed connection",
      `${kib.toFixed(1)} KiB`,
      `${middle(reference, "idle_kib").toFixed(1)} KiB`,
      `${kib.toFixed(1)} KiB`,
      `≤ ${KIB_GOAL} KiB`,
      kib <= KIB_GOAL ? "met" : "MISSED",
    ],
  ],
);
