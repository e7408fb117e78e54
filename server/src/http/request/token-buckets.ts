import type { Clock } from "@fanfare/contract/lib/clock";
import { SECOND_MS } from "@fanfare/contract/limits";

/** Rate limit of one caller: a burst, and a sustained rate. */
export interface Allowance {
  readonly per_second: number;
  readonly burst: number;
}

export interface BucketRules extends Allowance {
  /** Maximum callers tracked. Evicts the least recently used first. */
  readonly buckets_max: number;
}

/** What a caller may still send now, of the whole burst, and when all of it is available again. */
export interface Quota {
  readonly left: number;
  readonly burst: number;
  /** Time in which an empty bucket fills. */
  readonly window_ms: number;
  readonly full_in_ms: number;
}

export interface TokenBuckets {
  /**
   * Takes tokens of this caller, one by default and at most the burst. Returns 0, or the milliseconds until there are
   * enough. `allowed`: overrides the default allowance.
   */
  take(caller: string, allowed?: Allowance, amount?: number): number;
  /** What is left for this caller right after {@link take}. */
  left(caller: string, allowed?: Allowance): Quota;
  size(): number;
}

interface Bucket {
  tokens: number;
  filled_at: number;
}

/**
 * Token bucket per caller. Tracks at most `buckets_max` callers, so that a flood can't exhaust memory.
 *
 * @example
 * const wait_ms = buckets.take(`${app.id} ${address}`);
 * if (wait_ms > 0) throw new ProblemError("rate_limited", "…", { retry_after_s: wait_ms / SECOND_MS });
 */
export function tokenBuckets(clock: Pick<Clock, "now">, rules: BucketRules): TokenBuckets {
  const buckets = new Map<string, Bucket>();
  return {
    take(caller, { per_second, burst } = rules, amount = 1) {
      const now_ms = clock.now();
      const known = buckets.get(caller);
      const bucket = known ?? { tokens: burst, filled_at: now_ms };
      // A map keeps insertion order. Move the caller to the end.
      buckets.delete(caller);
      buckets.set(caller, bucket);
      if (buckets.size > rules.buckets_max) evictOldest(buckets);
      // Ignore clocks that go back.
      const passed_ms = Math.max(0, now_ms - bucket.filled_at);
      bucket.tokens = Math.min(burst, bucket.tokens + (passed_ms / SECOND_MS) * per_second);
      bucket.filled_at = now_ms;
      const wanted = Math.min(amount, burst);
      if (bucket.tokens < wanted) return Math.ceil(((wanted - bucket.tokens) / per_second) * SECOND_MS);
      bucket.tokens -= wanted;
      return 0;
    },
    left(caller, { per_second, burst } = rules) {
      const tokens = buckets.get(caller)?.tokens ?? burst;
      const msFor = (missing: number): number => (missing / per_second) * SECOND_MS;
      return {
        ...{ left: Math.floor(tokens), burst },
        ...{ window_ms: msFor(burst), full_in_ms: Math.max(0, msFor(burst - tokens)) },
      };
    },
    size: () => buckets.size,
  };
}

function evictOldest(buckets: Map<string, Bucket>): void {
  const oldest = buckets.keys().next();
  if (!oldest.done) buckets.delete(oldest.value);
}

/**
 * Part of an address that identifies one caller: the whole IPv4 address, or the 64-bit IPv6 network, because each home
 * has that many addresses.
 *
 * @example
 * networkOf("2001:db8::7"); // "2001:db8:0:0"
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array<string>(zeros).fill("0"), ...after].slice(0, 4).join(":");
}
