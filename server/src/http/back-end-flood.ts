import type { Clock } from "@fanfare/contract/clock";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { Actor } from "../accounts/actor.ts";
import type { AppRecord } from "../accounts/app-directory.ts";
import { tokenBuckets } from "./token-buckets.ts";

/** Bounds what back ends say of people (`track`, identify, group): each token by itself, and an app as a whole. */
export type BackEndGate = (app: AppRecord, actor: Actor) => void;

/**
 * How often is a setting of the app, and named in the refusal. So many at once as fit into `back_end_burst_s` seconds.
 *
 * @throws ProblemError (the gate) `rate_limited` with the seconds to wait.
 * @example
 * const pass = backEndGate(clock);
 * pass(app, c.var.actor);
 */
export function backEndGate(clock: Pick<Clock, "now">): BackEndGate {
  const rules = { ...allowed(limits.back_end_calls_per_second_max), buckets_max: limits.v1_buckets_max };
  const callers = tokenBuckets(clock, rules);
  const apps = tokenBuckets(clock, rules);
  return (app, { token_id, member_id, signed_in }) => {
    const { back_end_calls_per_second_max: of_one, back_end_app_calls_per_second_max: of_app } = app.settings.limits;
    const caller = token_id ?? signed_in?.member_id ?? member_id ?? "";
    // The caller first: a flood of one must not use up what all have together.
    const wait_ms = callers.take(`${app.id} ${caller}`, allowed(of_one));
    if (wait_ms > 0) throw tooMany(wait_ms, "this token makes", "back_end_calls_per_second_max", of_one);
    const all_wait_ms = apps.take(app.id, allowed(of_app));
    if (all_wait_ms > 0) throw tooMany(all_wait_ms, "are made", "back_end_app_calls_per_second_max", of_app);
  };
}

function allowed(per_second: number) {
  return { per_second, burst: per_second * limits.back_end_burst_s };
}

function tooMany(wait_ms: number, who: string, name: string, value: number): ProblemError {
  const retry_after_s = Math.ceil(wait_ms / SECOND_MS);
  return new ProblemError(
    "rate_limited",
    `More calls about people of this app ${who} than ${name} (${value}) allows. Go on in ${retry_after_s} s, or raise it in the app's settings.`,
    { retry_after_s },
  );
}
