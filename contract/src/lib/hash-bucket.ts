/** Parts that people are divided into: a hundredth of a percent each. */
export const BUCKET_COUNT = 10_000;

/**
 * Where a person falls, from 0 to 9,999: the same for the same salt and person on every machine, evenly spread, and
 * independent of where they fall with another salt (FNV-1a, then the last step of MurmurHash3).
 *
 * @example
 * bucketOf("cnt_1 rollout", "per_42") < 25 * 100; // among the first 25 %
 */
export function hashBucket(salt: string, person: string): number {
  let hash = 0x811c9dc5;
  const text = `${salt}\n${person}`;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return Math.floor((((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32) * BUCKET_COUNT);
}

/** Whether a person is in that part of all people. Who is in a part is in every greater one of the same salt. */
export function isInPercentage(salt: string, person: string, percent: number): boolean {
  return hashBucket(salt, person) < percent * (BUCKET_COUNT / 100);
}
