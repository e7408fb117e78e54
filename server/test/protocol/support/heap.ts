import { heapStats } from "bun:jsc";

/** Allowed heap growth without a leak. */
export const HEAP_GROWTH_BYTES_MAX = 5 * 1024 * 1024;

export function liveHeapBytes(): number {
  Bun.gc(true);
  return heapStats().heapSize;
}
