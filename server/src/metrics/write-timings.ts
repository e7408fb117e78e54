import type { Clock } from "@fanfare/contract/lib/clock";
import { SECOND_MS } from "@fanfare/contract/limits";
import { type Store, StoreError } from "../store/store.ts";
import type { HistogramState } from "./prometheus-text.ts";

/** Seconds. A commit takes a few milliseconds. The store gives up after some seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** How long writes wait for their commit, how many wait now, and how many failed. */
export interface WriteTimings {
  readonly pending: () => number;
  readonly seconds: () => HistogramState;
  readonly failures: () => Readonly<Record<string, number>>;
}

/** Measures a store's writes. */
export function measureWrites(
  store: Store,
  clock: Pick<Clock, "now">,
): { readonly store: Store; readonly timings: WriteTimings } {
  const counts = BOUNDS.map(() => 0);
  const failures: Record<string, number> = { unavailable: 0, disk_full: 0, in_use: 0 };
  let pending = 0;
  let sum = 0;
  let count = 0;
  const note = (started_ms: number): void => {
    pending--;
    const seconds = Math.max(0, clock.now() - started_ms) / SECOND_MS;
    const bucket = BOUNDS.findIndex((bound) => seconds <= bound);
    if (bucket !== -1) counts[bucket] = (counts[bucket] ?? 0) + 1;
    sum += seconds;
    count++;
  };
  return {
    store: {
      ...store,
      async write(batch) {
        const started_ms = clock.now();
        pending++;
        try {
          return await store.write(batch);
        } catch (error) {
          // Conflicts are results of the caller's data, not failures of the store.
          const kind = error instanceof StoreError ? error.kind : "unavailable";
          if (kind in failures) failures[kind] = (failures[kind] ?? 0) + 1;
          throw error;
        } finally {
          note(started_ms);
        }
      },
    },
    timings: {
      pending: () => pending,
      seconds: () => ({ bounds: BOUNDS, counts, sum, count }),
      failures: () => failures,
    },
  };
}
