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

// A file of its own: confetti is thrown by seed in a worker, which loads nothing of what pages have for identity.
export { seededRng } from "./seeded-rng.ts";
