import { heapStats } from "bun:jsc";

/** What the heap may have grown by where nothing was left behind. */
export const HEAP_GROWTH_BYTES_MAX = 5 * 1024 * 1024;

/** Bytes of the heap that something still holds. */
export function liveHeapBytes(): number {
  Bun.gc(true);
  return heapStats().heapSize;
}
