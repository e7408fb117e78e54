import type { Rng } from "./rng.ts";

/**
 * The same sequence for the same seed (mulberry32), for simulators, confetti and tests. Never for secrets.
 *
 * @example
 * const rng = seededRng(42);
 * rng.next(); // 0.6011037519201636
 */
export function seededRng(seed: number): Rng {
  const next = seededNumbers(seed);
  return { next, bytes: (length) => Uint8Array.from({ length }, () => Math.floor(next() * 256)) };
}

/** The numbers of {@link seededRng} alone, from 0 to below 1: what confetti is thrown by. */
export function seededNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
