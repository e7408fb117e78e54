import { heapStats } from "bun:jsc";

/** Allowed heap growth without a leak. */
export const HEAP_GROWTH_BYTES_MAX = 5 * 1024 * 1024;
const SETTLES_MAX = 10;

export function liveHeapBytes(): number {
  Bun.gc(true);
  return heapStats().heapSize;
}

/**
 * Returns the growth since `before`. The collector keeps whatever the stack seems to refer to, such as the frames of the
 * last server: `settle` is called to replace it while the growth is too large. A leak would remain.
 *
 * @example
 * expect(await heapGrowthBytes(before, () => sendFuzzed(rng, 1_000))).toBeLessThan(HEAP_GROWTH_BYTES_MAX);
 */
export async function heapGrowthBytes(before: number, settle: () => unknown): Promise<number> {
  let growth = liveHeapBytes() - before;
  for (let times = 0; times < SETTLES_MAX && growth >= HEAP_GROWTH_BYTES_MAX; times++) {
    await settle();
    growth = liveHeapBytes() - before;
  }
  return growth;
}
