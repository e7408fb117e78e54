import type { Clock } from "@fanfare/contract/lib/clock";
import { SECOND_MS } from "@fanfare/contract/limits";

/** A budget of attempts for each name: an e-mail address, or the address that a call comes from. */
export interface AttemptLimiter {
  /** Takes one attempt, and answers undefined; or answers after how many seconds the next one is free. */
  take(name: string): number | undefined;
  /** Returns the attempt: it was a good one. */
  refund(name: string): void;
  /** The budget of a name as it is remembered: what was left of the window, and when. */
  state(name: string): AttemptState;
  /** Goes on where another process was. */
  restore(name: string, state: AttemptState): void;
}

export interface AttemptState {
  readonly left_ms: number;
  readonly at_ms: number;
}

/**
 * Token buckets of `capacity` that refill over `window_ms`. At most `names_max` are remembered: the one that was used
 * longest ago is forgotten first.
 */
export function createAttemptLimiter(options: {
  readonly clock: Pick<Clock, "now">;
  readonly capacity: number;
  readonly window_ms: number;
  readonly names_max: number;
}): AttemptLimiter {
  const { clock, window_ms, names_max } = options;
  // Counted in milliseconds of refill, which are whole numbers: an attempt costs `cost_ms`, a full bucket holds the window.
  const cost_ms = Math.floor(window_ms / options.capacity);
  // A Map remembers the order of insertion: the first is the one that was used longest ago.
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
    state: (name) => ({ left_ms: leftNow(name, clock.now()), at_ms: clock.now() }),
    restore: (name, { left_ms, at_ms }) => put(name, left_ms, at_ms),
  };
}
