import { SECOND_MS } from "@fanfare/contract/limits";
import type { ClusterNode } from "./node.ts";
import type { ClusterWorld } from "./world.ts";

const STEP_MS = 20;
/** Longer than the log keeps its entries. */
const LONG_OUTAGE_MS = 70 * SECOND_MS;

/** Events of a simulated second, on average. */
const RATES = {
  number: 3,
  content: 0.1,
  page_cut: 2,
  page_silent: 0.2,
  node_killed: 0.02,
  node_frozen: 0.03,
  node_drained: 0.02,
  link_cut: 0.05,
  redis_frozen: 0.02,
  redis_killed: 0.01,
  redis_rolled_back: 0.01,
  redis_flushed: 0.005,
  log_trimmed: 0.05,
} as const;
type Fault = keyof typeof RATES;

/** Faults of every kind, drawn from the world's randomness, for this duration. At the end, all of them are over. */
export async function injectFaults(world: ClusterWorld, duration_ms: number): Promise<void> {
  const { clock, rng, redis } = world;
  const end_ms = clock.now() + duration_ms;
  const soon = (ms_max: number, task: () => void): void =>
    void clock.after(Math.min(rng.next() * ms_max, end_ms - clock.now()), task);
  const outageMs = (): number => (rng.next() < 0.1 ? LONG_OUTAGE_MS : 8 * SECOND_MS);
  const aNode = (): ClusterNode | undefined => world.pick(world.live_nodes.filter((node) => node.accepts));
  const isHealthy = (): boolean => !redis.is_down && !redis.is_frozen;
  const restartSoon = (prepare: () => void): void => {
    redis.kill();
    soon(6 * SECOND_MS, () => {
      prepare();
      redis.restart();
    });
  };
  const faults: Readonly<Record<Fault, () => void>> = {
    number: () => void world.publishNumber(),
    content: () => aNode()?.publishContent(),
    page_cut: () => world.cutPage(),
    page_silent: () => world.silencePage(),
    node_killed: () => aNode()?.kill(),
    node_frozen() {
      const node = aNode();
      node?.freeze();
      soon(outageMs(), () => node?.continue());
    },
    node_drained: () => void aNode()?.drain(),
    link_cut() {
      const node = aNode();
      if (node === undefined) return;
      node.link.is_cut = true;
      node.link.dropConnection();
      soon(outageMs(), () => {
        node.link.is_cut = false;
      });
    },
    redis_frozen() {
      if (!isHealthy()) return;
      redis.freeze();
      // Often longer than a server may be silent.
      soon(20 * SECOND_MS, () => redis.continue());
    },
    redis_killed: () => isHealthy() && restartSoon(() => redis.model.flush()),
    redis_rolled_back() {
      if (!isHealthy()) return;
      const restore = redis.model.save();
      soon(4 * SECOND_MS, () => isHealthy() && restartSoon(restore));
    },
    redis_flushed: () => isHealthy() && redis.model.flush(),
    // Nodes that read slower than others have not read these entries.
    log_trimmed: () => isHealthy() && redis.model.trim(0),
  };
  await world.pass(duration_ms, () => {
    // Cast: the keys of RATES.
    for (const [name, rate] of Object.entries(RATES))
      if (rng.next() < (rate * STEP_MS) / SECOND_MS) faults[name as Fault]();
  });
}
