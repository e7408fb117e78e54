import { seededNumbers } from "./seeded-numbers.ts";

/** Injectable randomness. `next` is uniform in [0, 1). `bytes` returns a new array of `length` random bytes. */
export interface Rng {
  next(): number;
  bytes(length: number): Uint8Array;
}

/** The platform's cryptographically secure randomness, for IDs, tokens, secrets, and jitter. */
export const systemRng: Rng = {
  next: () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32,
  bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
};

/**
 * Deterministic generator for simulators and tests (mulberry32). Never use it for secrets.
 *
 * @example
 * const rng = seededRng(42);
 * rng.next(); // 0.6011037519201636
 */
export function seededRng(seed: number): Rng {
  const next = seededNumbers(seed);
  return { next, bytes: (length) => Uint8Array.from({ length }, () => Math.floor(next() * 256)) };
}
