/** Each bucket is 0.01% of people. */
export const BUCKET_COUNT = 10_000;

/**
 * Returns a person's bucket, from 0 to 9,999. Deterministic, uniformly distributed, and independent between salts
 * (FNV-1a with the MurmurHash3 finalizer).
 *
 * @example
 * hashBucket("cnt_1 rollout", "per_42") < 25 * 100; // among the first 25%
 */
export function hashBucket(salt: string, person: string): number {
  let hash = 0x811c9dc5;
  const text = `${salt}\n${person}`;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return Math.floor((((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32) * BUCKET_COUNT);
}

/**
 * Whether a person is in the first `percent` of people. For the same salt, larger percentages include all smaller ones.
 */
export function isInPercentage(salt: string, person: string, percent: number): boolean {
  return hashBucket(salt, person) < percent * (BUCKET_COUNT / 100);
}
