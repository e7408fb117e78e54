import { RESERVED_SEGMENTS } from "@fanfare/contract/reserved-paths";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { assertActorAllowed } from "../accounts/access/actor.ts";
import { type TokenDeps, tokenActor } from "../accounts/access/api-tokens.ts";
import type { RequestCounter } from "../lib/request-counter.ts";
import { notFoundProblem } from "./middleware/problem.ts";
import { bearerOf } from "./request/bearer-token.ts";

export interface MetricsDeps extends Pick<TokenDeps, "clock" | "store"> {
  readonly traffic: RequestCounter;
  /** Gateway connections: currently open, and lost without a close frame since startup. */
  readonly connectionCounts: () => { readonly connections: number; readonly lost: number };
  readonly addressOf: (request: Request) => string;
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
const LOOPBACK_HOST = /^(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/i;
const PROXY_HEADERS = ["Forwarded", "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Real-IP", "Via"];
const MICROS_PER_SECOND = 1_000_000;
const MILLIS_PER_SECOND = 1_000;

/**
 * `GET /metrics` in Prometheus text format, for local programs and for API tokens with `metrics.read`. Remote callers
 * without a valid token get a 404.
 */
export function metricsRoutes(deps: MetricsDeps): Hono {
  return new Hono().get("/metrics", async (c) => {
    await assertMayRead(deps, c);
    return c.body(metricsText(deps), 200, {
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

interface Sample {
  readonly labels?: string;
  readonly value: number;
}

function metricsText({ traffic, connectionCounts }: MetricsDeps): string {
  const { connections, lost } = connectionCounts();
  const { user, system } = process.cpuUsage();
  const requests = traffic
    .read()
    .map(({ area, status, count }) => ({ labels: `{area="${area}",status="${status}"}`, value: count }));
  return [
    family("fanfare_connections", "gauge", "Open live connections.", [{ value: connections }]),
    family("fanfare_connections_lost_total", "counter", "Live connections that ended without a close frame.", [
      { value: lost },
    ]),
    family("fanfare_http_requests_total", "counter", "Requests handled.", requests),
    family("process_resident_memory_bytes", "gauge", "Process memory.", [{ value: process.memoryUsage.rss() }]),
    family("process_cpu_seconds_total", "counter", "CPU time.", [{ value: (user + system) / MICROS_PER_SECOND }]),
    family("process_start_time_seconds", "gauge", "Start time of the process.", [
      { value: Math.round(performance.timeOrigin / MILLIS_PER_SECOND) },
    ]),
  ].join("");
}

function family(name: string, type: "gauge" | "counter", help: string, samples: readonly Sample[]): string {
  const lines = samples.map(({ labels = "", value }) => `${name}${labels} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}

/**
 * Counts responses by the first path segment. Only known segments become labels, so that callers can't create new ones.
 */
export function countTraffic(traffic: RequestCounter): MiddlewareHandler {
  const known: ReadonlySet<string> = new Set(RESERVED_SEGMENTS);
  return async (c, next) => {
    await next();
    const [, first = ""] = c.req.path.split("/", 2);
    traffic.count(known.has(first) ? `/${first}` : "other", c.res.status);
  };
}
