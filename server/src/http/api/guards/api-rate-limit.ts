import type { Clock } from "@fanfare/contract/lib/clock";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { MiddlewareHandler } from "hono";
import { type Quota, tokenBuckets } from "../../request/token-buckets.ts";
import { routeOf } from "./access.ts";
import type { ApiEnv } from "./deps.ts";

/**
 * Rate limit of `/api` per API token or member. Runs after authentication. Sign-in and setup have limits of their own,
 * and so do backend calls about people.
 */
export function apiRateLimit(clock: Pick<Clock, "now">): MiddlewareHandler<ApiEnv> {
  const callers = tokenBuckets(clock, {
    per_second: limits.api_requests_per_second_max,
    burst: limits.api_requests_burst_max,
    buckets_max: limits.v1_buckets_max,
  });
  return async (c, next) => {
    const { actor } = c.var;
    if (actor === undefined || routeOf(c)?.backend_limit === true) return next();
    const caller = actor.token_id ?? actor.signed_in?.member_id ?? "";
    const wait_ms = callers.take(caller);
    c.set("quota", callers.left(caller));
    if (wait_ms === 0) return next();
    const retry_after_s = Math.ceil(wait_ms / SECOND_MS);
    throw new ProblemError(
      "rate_limited",
      `Too many requests by this ${actor.token_id === undefined ? "member" : "token"}: ${limits.api_requests_per_second_max} per second are allowed. Try again in ${retry_after_s} s.`,
      { retry_after_s },
    );
  };
}

/** `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10). */
export function rateLimitHeaders({
  left,
  burst,
  window_ms,
  full_in_ms,
}: Quota): readonly (readonly [string, string])[] {
  const [window_s, full_in_s] = [window_ms, full_in_ms].map((ms) => Math.ceil(ms / SECOND_MS));
  return [
    ["RateLimit-Policy", `"default";q=${burst};w=${window_s}`],
    ["RateLimit", `"default";r=${left};t=${full_in_s}`],
  ];
}
