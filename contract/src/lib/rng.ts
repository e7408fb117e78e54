import { seededNumbers } from "./seeded-numbers.ts";

/** Randomness as an argument. `next` is uniform in [0, 1); `bytes` fills a new array of `length` octets. */
export interface Rng {
  next(): number;
  bytes(length: number): Uint8Array;
}

/** Cryptographically strong randomness of the platform: ids, tokens, secrets, jitter. */
export const systemRng: Rng = {
  next: () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32,
  bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
};

/**
 * The same sequence for the same seed (mulberry32), for simulators and tests. Never for secrets.
 *
 * @example
 * const rng = seededRng(42);
 * rng.next(); // 0.6011037519201636
 */
export function seededRng(seed: number): Rng {
  const next = seededNumbers(seed);
  return { next, bytes: (length) => Uint8Array.from({ length }, () => Math.floor(next() * 256)) };
}
