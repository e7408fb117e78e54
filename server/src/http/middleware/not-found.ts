import { ProblemError } from "@fanfare/contract/problem";
import type { Context, Hono } from "hono";
import { truncate } from "../../lib/truncate.ts";
import { notFoundProblem, problemResponse } from "./problem.ts";

/**
 * Response if no route matched: `method_not_allowed` with the path's methods, otherwise `route_not_found`. Plain text
 * at the paths of Pusher and SignalR, as their callers expect.
 */
export function notFoundHandler(app: Pick<Hono, "routes">): (c: Context) => Response {
  return (c) => {
    const { path } = c.req;
    const methods = methodsOf(app.routes, path);
    if (methods.length > 0) return methodNotAllowed(c, methods);
    const protocol = protocolAt(path);
    if (protocol !== undefined) return c.text(`Unknown path. See ${protocol}.\n`, 404);
    return problemResponse(notFoundProblem(path), c.req.raw);
  };
}

/** Paths with their protocol's own form of errors. */
const PROTOCOLS: Readonly<Record<string, string>> = {
  apps: "the Pusher HTTP API",
  app: "the Pusher protocol: connect with a WebSocket to /app/{key}",
  signalr: "the calls of SignalR",
  hubs: "the hub /hubs/fanfare of SignalR",
};

/** The documentation of the protocol at a path, or undefined. */
function protocolAt(path: string): string | undefined {
  // The HTTP transports of pusher-js are below /pusher/app.
  const [, first = "", ...rest] = path.replace(/^\/pusher(?=\/app\/)/, "").split("/");
  return rest.length === 0 ? undefined : PROTOCOLS[first.toLowerCase()];
}

function methodNotAllowed(c: Context, methods: readonly string[]): Response {
  const allow = methods.join(", ");
  const text = `${truncate(c.req.path)} doesn't support ${truncate(c.req.method)}. Use ${allow}.`;
  const response =
    protocolAt(c.req.path) !== undefined
      ? c.text(`${text}\n`, 405)
      : problemResponse(new ProblemError("method_not_allowed", text), c.req.raw);
  response.headers.set("Allow", allow);
  return response;
}

/**
 * Methods of the routes whose pattern matches this path. Ignores wildcard patterns, which are middleware and folders.
 */
function methodsOf(routes: Hono["routes"], path: string): readonly string[] {
  const parts = path.split("/");
  const fitting = routes.filter((route) => route.method !== "ALL" && matchesPattern(route.path.split("/"), parts));
  return [...new Set(fitting.map((route) => route.method))].toSorted();
}

function matchesPattern(pattern: readonly string[], parts: readonly string[]): boolean {
  return (
    pattern.length === parts.length &&
    pattern.every((part, index) => (part.startsWith(":") ? parts[index] !== "" : part === parts[index]))
  );
}
