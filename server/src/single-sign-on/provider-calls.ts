import type { Clock } from "@fanfare/contract/lib/clock";
import { limits, MINUTE_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { type AttemptLimiter, createAttemptLimiter } from "../accounts/sign-in/attempt-limiter.ts";

/** Sign-ins through a provider, per address. */
export function providerCallLimiter({ clock }: { readonly clock: Pick<Clock, "now"> }): AttemptLimiter {
  return createAttemptLimiter({
    clock,
    capacity: limits.provider_calls_per_address_per_10_min_max,
    window_ms: 10 * MINUTE_MS,
    names_max: limits.sign_in_names_remembered_max,
  });
}

/** @throws ProblemError `rate_limited`. */
export function takeAttempt(calls: AttemptLimiter, address: string): void {
  const retry_after_s = calls.take(address);
  if (retry_after_s === undefined) return;
  throw new ProblemError("rate_limited", `Too many sign-in attempts. Try again in ${retry_after_s} seconds.`, {
    retry_after_s,
  });
}
