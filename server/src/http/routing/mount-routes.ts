import type { RouteDeclaration, RouteTable } from "@fanfare/contract/schema/routes/route";
import type { Context, Hono } from "hono";
import { z } from "zod";
import type { AppDirectory, AppRecord } from "../../accounts/apps/app-directory.ts";
import { requireApp } from "../api/guards/app.ts";
import type { BackendRateLimit } from "../api/guards/backend-rate-limit.ts";
import type { ApiEnv } from "../api/guards/deps.ts";
import { parseBody, parseQuery, parseText, parseWithDraft } from "../request/body.ts";
import { ifMatchRevision, ifMatchState, revisionTag } from "../request/conditional.ts";
import { type AnyHandler, type Handlers, Tagged } from "./handlers.ts";

interface MountDeps {
  readonly apps: AppDirectory;
  readonly checkBackendRateLimit: BackendRateLimit;
}

const NO_PARAMETERS = z.strictObject({});

/**
 * Mounts declared routes on `/api`. Checks each request in this order: query, app, backend rate limit, `If-Match`,
 * body.
 *
 * @example
 * mountRoutes(api, resources, GOAL_ROUTES, goalHandlers(resources));
 */
export function mountRoutes<Routes extends RouteTable>(
  api: Hono<ApiEnv>,
  deps: MountDeps,
  routes: Routes,
  handlers: Handlers<Routes>,
): void {
  for (const [name, route] of Object.entries(routes)) {
    // Cast: each handler was type-checked against the declaration of the same name, which is used to call it.
    const handler = handlers[name] as AnyHandler;
    const [method = "", path = ""] = name.split(" ");
    api.on(method, path.slice("/api".length), (c) => answer(c, deps, route, handler));
  }
}

async function answer(
  c: Context<ApiEnv>,
  deps: MountDeps,
  route: RouteDeclaration,
  handler: AnyHandler,
): Promise<Response> {
  const query = parseQuery(c, route.query ?? NO_PARAMETERS);
  const app_of_query = namesApp(route.query) ? admittedApp(c, deps, route, query) : undefined;
  const revision = route.revision === true ? ifMatchRevision(c) : undefined;
  const body = await readBody(c, route);
  const app = namesApp(route.body) ? admittedApp(c, deps, route, body) : app_of_query;
  c.status(successStatus(route));
  const { actor } = c.var;
  const result = await handler({ c, params: c.req.param(), query, body, actor, app, revision, tag: ifMatchState(c) });
  if (result instanceof Response) return result;
  const data = result instanceof Tagged ? result.data : result;
  if (result instanceof Tagged && result.tag !== undefined) c.header("ETag", revisionTag(result.tag));
  return data === undefined ? c.body(null) : c.json(data ?? null);
}

function readBody(c: Context<ApiEnv>, { body, body_bytes_max, any_text, lenient }: RouteDeclaration): unknown {
  if (body === undefined) return undefined;
  if (lenient) return parseWithDraft(c, body);
  return any_text ? parseBody(c, body, body_bytes_max) : parseText(c, body, body_bytes_max);
}

export function successStatus({ status, response, files }: RouteDeclaration): 200 | 201 | 202 | 204 | 303 {
  return status ?? (response === undefined && files === undefined ? 204 : 200);
}

/** Whether a schema requires an app ID, which makes it the request's app. */
export function namesApp(schema: z.ZodType | undefined): boolean {
  return schema instanceof z.ZodObject && schema.shape["app_id"] instanceof z.ZodString;
}

function admittedApp(c: Context<ApiEnv>, deps: MountDeps, route: RouteDeclaration, parsed: unknown): AppRecord {
  const app = requireApp(deps.apps, appIdIn(parsed));
  if (route.backend_limit) deps.checkBackendRateLimit(app, c.var.actor);
  return app;
}

function appIdIn(parsed: unknown): string {
  if (typeof parsed === "object" && parsed !== null && "app_id" in parsed && typeof parsed.app_id === "string") {
    return parsed.app_id;
  }
  throw new Error("The schema requires app_id, and what it parsed has none.");
}
