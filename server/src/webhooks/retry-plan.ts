import type { Rng } from "@fanfare/contract/lib/rng";
import { HOUR_MS, limits, MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";
import type { ReceiverTarget } from "./webhook-target.ts";

/** When failed requests to a kind of receiver are repeated. */
export interface RetryPlan {
  /** A delivery whose next attempt would come later than this after its stamp fails. */
  readonly window_ms: number;
  /** Longest pause without a `Retry-After`. */
  readonly pause_max_ms: number;
  /** `failures`: failed attempts in a row, the last one included. */
  pauseAfter(failures: number, rng: Pick<Rng, "next">): number;
  /** Failures after which the next attempt comes this long after the first one, without those of probes. */
  failuresUntil(elapsed_ms: number): number;
}

/** Pauses after each failed attempt, as Standard Webhooks recommends. With the first one, these are ten attempts. */
export const SCHEDULE_MS: readonly number[] = [
  ...[5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
];
const LONGEST_MS = 24 * HOUR_MS;

const SCHEDULE: RetryPlan = {
  window_ms: limits.webhook_schedule_window_ms,
  pause_max_ms: LONGEST_MS * (1 + limits.webhook_schedule_jitter),
  pauseAfter(failures, rng) {
    const pause_ms = SCHEDULE_MS[failures - 1] ?? LONGEST_MS;
    return Math.round(pause_ms * (1 + limits.webhook_schedule_jitter * (2 * rng.next() - 1)));
  },
  failuresUntil(elapsed_ms) {
    let failures = 0;
    let earliest_ms = 0;
    for (const pause_ms of SCHEDULE_MS) {
      earliest_ms += pause_ms * (1 - limits.webhook_schedule_jitter);
      if (earliest_ms > elapsed_ms) break;
      failures++;
    }
    return failures;
  },
};

/** Half of the ceiling, plus up to as much again at random, so that receivers don't retry together. */
const BACKOFF: RetryPlan = {
  window_ms: limits.webhook_retry_window_ms,
  pause_max_ms: limits.webhook_retry_cap_ms,
  pauseAfter(failures, rng) {
    const ceiling_ms = Math.min(limits.webhook_retry_cap_ms, limits.webhook_retry_base_ms * 2 ** failures);
    return Math.round((ceiling_ms / 2) * (1 + rng.next()));
  },
  // The pauses reach their cap within minutes.
  failuresUntil: () => Number.POSITIVE_INFINITY,
};

/** Channel events lose their value within minutes. All others are delivered to the end. */
export const RETRY_PLANS: Readonly<Record<ReceiverTarget["kind"], RetryPlan>> = {
  channels: BACKOFF,
  engagement: SCHEDULE,
  destination: SCHEDULE,
};
