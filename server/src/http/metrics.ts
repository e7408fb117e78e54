import { RESERVED_SEGMENTS } from "@fanfare/contract/reserved-paths";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { assertActorAllowed } from "../accounts/access/actor.ts";
import { type TokenDeps, tokenActor } from "../accounts/access/api-tokens.ts";
import type { RequestCounter } from "../lib/request-counter.ts";
import { notFoundProblem } from "./middleware/problem.ts";
import { bearerOf } from "./request/bearer-token.ts";

export interface MetricsDeps extends Pick<TokenDeps, "clock" | "store"> {
  readonly metrics: () => Promise<string>;
  readonly addressOf: (request: Request) => string;
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
const LOOPBACK_HOST = /^(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/i;
const PROXY_HEADERS = ["Forwarded", "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Real-IP", "Via"];

/**
 * `GET /metrics` in Prometheus text format, for local programs and for API tokens with `metrics.read`. Remote callers
 * without a valid token get a 404.
 */
export function metricsRoutes(deps: MetricsDeps): Hono {
  return new Hono().get("/metrics", async (c) => {
    await assertMayRead(deps, c);
    return c.body(await deps.metrics(), 200, {
      "Content-Type": "text/plain; version=0.0.4; charset=utf-8",
      "Cache-Control": "no-store",
    });
  });
}

async function assertMayRead(deps: MetricsDeps, c: Context): Promise<void> {
  const token = bearerOf(c.req.raw);
  const actor = token === undefined ? undefined : await tokenActor(deps, token);
  if (actor !== undefined) assertActorAllowed(actor, "metrics.read");
  else if (!isLocalProgram(deps, c.req.raw)) throw notFoundProblem(c.req.path);
}

/** A proxy on this machine isn't enough: the request must not come from elsewhere through it. */
function isLocalProgram({ addressOf }: MetricsDeps, request: Request): boolean {
  if (PROXY_HEADERS.some((name) => request.headers.has(name))) return false;
  return LOOPBACK.test(addressOf(request)) && LOOPBACK_HOST.test(request.headers.get("Host") ?? "");
}

/**
 * Counts responses by the first path segment, and the SDK's by call. Only known segments become labels, so that callers
 * can't create new ones.
 */
export function countTraffic(traffic: RequestCounter): MiddlewareHandler {
  const known: ReadonlySet<string> = new Set(RESERVED_SEGMENTS);
  return async (c, next) => {
    await next();
    const [, first = "", second = ""] = c.req.path.split("/", 3);
    const area = first === "v1" && V1_CALLS.has(second) ? `/v1/${second}` : `/${first}`;
    traffic.count(known.has(first) ? area : "other", c.res.status);
  };
}

/** Calls whose rate an operator watches: visits, decisions shown, and events. */
const V1_CALLS: ReadonlySet<string> = new Set(["boot", "identify", "events", "progress", "suppressions"]);
