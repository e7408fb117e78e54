import { type ManualClock, manualClock } from "@fanfare/contract/lib/clock";
import { type Rng, seededRng } from "@fanfare/contract/lib/rng";
import { MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";
import { openPage, type SimulatedPage } from "./page.ts";
import { type SimulatedServer, simulatedServer } from "./server.ts";

const STEP_MS = 20;
/** Longer than the server's activity timeout, its pong timeout, and a page's slowest retry combined. */
export const QUIET_MS = 12 * MINUTE_MS;

/** Pages and a server in virtual time. Deterministic for a seed. */
export interface World {
  readonly clock: ManualClock;
  readonly rng: Rng;
  readonly server: SimulatedServer;
  readonly pages: readonly SimulatedPage[];
  pass(duration_ms: number, each_step?: () => void): Promise<void>;
  stop(): Promise<void>;
}

export function createWorld(options: {
  readonly seed: number;
  readonly pages: number;
  readonly heals?: boolean;
}): World {
  const clock = manualClock(Date.UTC(2026, 0, 1));
  const rng = seededRng(options.seed);
  const server = simulatedServer({ clock, rng });
  const pages = Array.from({ length: options.pages }, (_, index) =>
    openPage({ clock, rng, server }, { name: `page-${index}`, heals: options.heals ?? true }),
  );
  const pass: World["pass"] = async (duration_ms, each_step) => {
    for (let passed = 0; passed < duration_ms; passed += STEP_MS) {
      each_step?.();
      clock.advance(STEP_MS);
      // Let promises that a timer resolved continue before the next step.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return {
    clock,
    rng,
    server,
    pages,
    pass,
    async stop() {
      for (const page of pages) page.stop();
      await pass(SECOND_MS);
    },
  };
}

/** Injects faults of every kind, drawn from the world's randomness, for this duration. */
export async function injectFaults(world: World, duration_ms: number): Promise<void> {
  const { clock, rng, server, pages } = world;
  const chance = (per_second: number): boolean => rng.next() < (per_second * STEP_MS) / SECOND_MS;
  const someone = (): SimulatedPage | undefined => pages[Math.floor(rng.next() * pages.length)];
  const end_ms = clock.now() + duration_ms;
  let back_at = 0;
  let next_number = 1;

  await world.pass(duration_ms, () => {
    if (back_at > 0 && (clock.now() >= back_at || clock.now() >= end_ms - STEP_MS)) {
      server.start();
      back_at = 0;
    }
    if (chance(0.2)) server.publish();
    if (chance(4)) someone()?.wire?.cut();
    if (chance(0.5)) someone()?.wire?.silence();
    if (chance(2)) {
      const page = someone();
      if (page !== undefined) server.broadcast(`private-fanfare-${page.name}`, "number", next_number++);
    }
    if (back_at === 0 && chance(0.03)) {
      server.crash();
      for (const page of pages) page.wire?.cut();
      back_at = clock.now() + rng.next() * 15 * SECOND_MS;
    }
    if (back_at === 0 && chance(0.02)) server.drain();
  });
  if (back_at > 0) server.start();
}
