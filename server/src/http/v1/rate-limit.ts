import type { Clock } from "@fanfare/contract/lib/clock";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { networkOf, tokenBuckets } from "../request/token-buckets.ts";

/** Rate limits of `/v1`: per client address, per person, and per app. */
export interface V1RateLimit {
  /** `requests`: how many this one counts as. @throws ProblemError `rate_limited` with the seconds to wait. */
  address(app: AppRecord, address: string, requests?: number): void;
  /** For requests that write many rows. @throws ProblemError `rate_limited`. */
  person(app: AppRecord, channel_id: string): void;
}

/**
 * @example
 * const rate_limit = v1RateLimit(clock);
 * rate_limit.address(app, "192.0.2.1");
 */
export function v1RateLimit(clock: Pick<Clock, "now">): V1RateLimit {
  const buckets_max = limits.v1_buckets_max;
  const addresses = tokenBuckets(clock, {
    ...{ per_second: limits.v1_requests_per_second_max, burst: limits.v1_requests_burst_max, buckets_max },
  });
  const people = tokenBuckets(clock, {
    ...{ per_second: limits.v1_batches_per_second_max, burst: limits.v1_batches_burst_max, buckets_max },
  });
  const apps = tokenBuckets(clock, {
    ...{ per_second: limits.v1_app_requests_per_second_max, burst: limits.v1_app_requests_burst_max, buckets_max },
  });
  const pass = (wait_ms: number, caller: string): void => {
    if (wait_ms === 0) return;
    const retry_after_s = Math.ceil(wait_ms / SECOND_MS);
    throw new ProblemError("rate_limited", `Too many calls ${caller}. Try again in ${retry_after_s} s.`, {
      retry_after_s,
    });
  };
  return {
    address(app, address, requests = 1) {
      // Check the address first, so that one flooding address doesn't use up the app's budget.
      pass(addresses.take(`${app.id} ${networkOf(address)}`, undefined, requests), "from this address");
      pass(apps.take(app.id, undefined, requests), "for this app");
    },
    person: (app, channel_id) => pass(people.take(`${app.id} ${channel_id}`), "for this person"),
  };
}
