import type { Clock } from "@fanfare/contract/lib/clock";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { Actor } from "../../../accounts/access/actor.ts";
import type { AppRecord } from "../../../accounts/apps/app-directory.ts";
import { type Quota, tokenBuckets } from "../../request/token-buckets.ts";

/** Rate limit for backend calls about people (`track`, identify, group), per token and per app. */
export type BackendRateLimit = (app: AppRecord, actor: Actor, calls?: number) => Quota;

/**
 * Returns what is left for the caller. The rate is an app setting, named in the error. Bursts hold the calls of `back_end_burst_s` seconds.
 *
 * @throws ProblemError (the returned function) `rate_limited` with the seconds to wait.
 * @example
 * const pass = backendRateLimit(clock);
 * pass(app, c.var.actor);
 */
export function backendRateLimit(clock: Pick<Clock, "now">): BackendRateLimit {
  const rules = { ...allowanceOf(limits.back_end_calls_per_second_max), buckets_max: limits.v1_buckets_max };
  const callers = tokenBuckets(clock, rules);
  const apps = tokenBuckets(clock, rules);
  return (app, { token_id, member_id, signed_in }, calls = 1) => {
    const { back_end_calls_per_second_max: of_one, back_end_app_calls_per_second_max: of_app } = app.settings.limits;
    const caller = `${app.id} ${token_id ?? signed_in?.member_id ?? member_id ?? ""}`;
    // Check the caller first, so that one flooding caller doesn't use up the app's budget.
    const wait_ms = callers.take(caller, allowanceOf(of_one), calls);
    if (wait_ms > 0) throw rateLimited(wait_ms, "by this token", "back_end_calls_per_second_max", of_one);
    const all_wait_ms = apps.take(app.id, allowanceOf(of_app), calls);
    if (all_wait_ms > 0) throw rateLimited(all_wait_ms, "without a token", "back_end_app_calls_per_second_max", of_app);
    return callers.left(caller, allowanceOf(of_one));
  };
}

function allowanceOf(per_second: number) {
  return { per_second, burst: per_second * limits.back_end_burst_s };
}

function rateLimited(wait_ms: number, caller: string, name: string, value: number): ProblemError {
  const retry_after_s = Math.ceil(wait_ms / SECOND_MS);
  return new ProblemError(
    "rate_limited",
    `Too many calls about people of this app ${caller}: ${name} allows ${value}. Try again in ${retry_after_s} s, or raise the limit in the app's settings.`,
    { retry_after_s },
  );
}
