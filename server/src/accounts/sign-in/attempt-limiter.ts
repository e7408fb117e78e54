import type { Clock } from "@fanfare/contract/lib/clock";
import { SECOND_MS } from "@fanfare/contract/limits";

/** Attempt budget per name, where a name is an email address or a client address. */
export interface AttemptLimiter {
  /** Takes one attempt and returns undefined, or returns the seconds until the next attempt is allowed. */
  take(name: string): number | undefined;
  refund(name: string): void;
}

/**
 * Token buckets of `capacity` that refill over `window_ms`. Holds at most `names_max` names and evicts the least
 * recently used.
 */
export function createAttemptLimiter(options: {
  readonly clock: Pick<Clock, "now">;
  readonly capacity: number;
  readonly window_ms: number;
  readonly names_max: number;
}): AttemptLimiter {
  const { clock, window_ms, names_max } = options;
  // Budgets are milliseconds of refill, which are integers: an attempt costs `cost_ms`, and a full bucket holds the
  // window.
  const cost_ms = Math.floor(window_ms / options.capacity);
  // A Map keeps insertion order, so the first entry is the least recently used.
  const buckets = new Map<string, { left_ms: number; at_ms: number }>();

  const leftNow = (name: string, now_ms: number): number => {
    const bucket = buckets.get(name);
    return bucket === undefined ? window_ms : Math.min(window_ms, bucket.left_ms + Math.max(0, now_ms - bucket.at_ms));
  };
  const put = (name: string, left_ms: number, now_ms: number): void => {
    buckets.delete(name);
    if (left_ms >= window_ms) return;
    buckets.set(name, { left_ms, at_ms: now_ms });
    const oldest = buckets.size > names_max ? buckets.keys().next() : undefined;
    if (oldest !== undefined && oldest.done !== true) buckets.delete(oldest.value);
  };

  return {
    take(name) {
      const now_ms = clock.now();
      const left_ms = leftNow(name, now_ms);
      if (left_ms < cost_ms) return Math.ceil((cost_ms - left_ms) / SECOND_MS);
      put(name, left_ms - cost_ms, now_ms);
      return undefined;
    },
    refund(name) {
      const now_ms = clock.now();
      put(name, leftNow(name, now_ms) + cost_ms, now_ms);
    },
  };
}
