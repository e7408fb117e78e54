/**
 * 10,000 clients reconnect together to one server, while 200 neighbors of another app stay connected: how long the herd
 * takes, and what it costs the neighbors. Compared with the neighbors' delays without the herd in the same run.
 *
 *   npm run bench herd
 *
 * Run it on an idle machine: other load delays the neighbors by more than the herd does.
 */
import { HERD_KINDS, type HerdKind } from "./herd/clients.ts";
import { connectNeighbors } from "./herd/neighbors.ts";
import type { HerdOrder, HerdReport } from "./herd/process.ts";
import { GENERATOR_CORE, pinGenerator, startServer } from "./server-process.ts";
import { median, quantile } from "./statistics.ts";
import { printTable } from "./table.ts";

const RUNS = 3;
const CLIENTS = 10_000;
const NEIGHBORS = 200;
const EVENTS_PER_SECOND = 20;
const WARM_UP_MS = 2_000;
const QUIET_MS = 10_000;
/** The default of `FANFARE_ACCEPTS_PER_SECOND_MAX`. */
const ACCEPTS_PER_SECOND = 2_000;
const RATIO_GOAL = 2;

const NAMES: Readonly<Record<HerdKind, { readonly name: string; readonly goal_s: number }>> = {
  sdk: { name: "Fanfare's SDK", goal_s: 15 },
  "pusher-js": { name: "pusher-js", goal_s: 60 },
  signalr: { name: "@microsoft/signalr", goal_s: 60 },
};

interface Run {
  readonly quiet_ms: number;
  readonly herd_ms: number;
  readonly all_back_s: number;
  readonly gave_up: number;
  readonly attempts: number;
}

async function runHerd(kind: HerdKind): Promise<Run> {
  const environment = { BENCH_ACCEPTS_PER_SECOND: String(ACCEPTS_PER_SECOND) };
  const server = await startServer("gateway.ts", { environment });
  const neighbors = await connectNeighbors(server, NEIGHBORS);
  const herd = startHerd();
  try {
    const p99 = async (done: Promise<unknown>): Promise<number> =>
      quantile(await neighbors.delays(EVENTS_PER_SECOND, done), 0.99);
    await p99(Bun.sleep(WARM_UP_MS));
    const quiet_ms = await p99(Bun.sleep(QUIET_MS));
    const report = herd.begin({ port: server.port, kind, clients: CLIENTS });
    const herd_ms = await p99(report);
    const { back_ms, gave_up, attempts } = await report;
    return { quiet_ms, herd_ms, all_back_s: Math.max(...back_ms) / 1_000, gave_up, attempts };
  } finally {
    herd.stop();
    neighbors.close();
    await server.stop();
  }
}

/** On the generator's core. The neighbors' delays are measured there too, so the herd gives way to them. */
function startHerd() {
  const { promise, resolve } = Promise.withResolvers<HerdReport>();
  const command = [process.execPath, new URL("./herd/process.ts", import.meta.url).pathname];
  const polite = Bun.which("nice") === null ? command : ["nice", "-n", "19", ...command];
  const placed = Bun.which("taskset") === null ? polite : ["taskset", "-c", String(GENERATOR_CORE), ...polite];
  const child = Bun.spawn(placed, { stdout: "inherit", stderr: "inherit", ipc: resolve });
  return {
    begin(order: HerdOrder): Promise<HerdReport> {
      child.send(order);
      return promise;
    },
    stop: () => child.kill(),
  };
}

pinGenerator();
const rows: string[][] = [];
for (const kind of HERD_KINDS) {
  const runs: Run[] = [];
  for (let run = 0; run < RUNS; run++) runs.push(await runHerd(kind));
  const middle = (figure: (run: Run) => number): number => median(runs.map(figure));
  const { name, goal_s } = NAMES[kind];
  const ratio = middle(({ herd_ms, quiet_ms }) => herd_ms / quiet_ms);
  const all_back_s = middle((run) => run.all_back_s);
  const gave_up = middle((run) => run.gave_up);
  const is_met = ratio <= RATIO_GOAL && all_back_s <= goal_s && gave_up === 0;
  rows.push([
    name,
    `${all_back_s.toFixed(1)} s`,
    `≤ ${goal_s} s`,
    String(gave_up),
    middle(({ attempts }) => attempts / CLIENTS).toFixed(1),
    `${middle((run) => run.herd_ms).toFixed(1)} ms`,
    `${middle((run) => run.quiet_ms).toFixed(1)} ms`,
    `${ratio.toFixed(2)} ×`,
    `≤ ${RATIO_GOAL} ×`,
    is_met ? "met" : "MISSED",
  ]);
}
printTable(
  `${CLIENTS} clients reconnect together, beside ${NEIGHBORS} neighbors with ${EVENTS_PER_SECOND} events per second (medians of ${RUNS} runs)`,
  ["herd", "all back", "goal", "gave up", "attempts each", "p99 of neighbors", "without the herd", "ratio", "goal", ""],
  rows,
);
