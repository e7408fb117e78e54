import type { AppId } from "@fanfare/contract/lib/ids";
import { SECOND_MS } from "@fanfare/contract/limits";
import type { RouteDeclaration, RouteTable } from "@fanfare/contract/schema/routes/route";
import type { Context, Hono } from "hono";
import { z } from "zod";
import { assertActorAllowed } from "../../accounts/access/actor.ts";
import { isAction } from "../../accounts/access/policy.ts";
import type { AppDirectory, AppRecord } from "../../accounts/apps/app-directory.ts";
import { requireApp } from "../api/guards/app.ts";
import type { BackendRateLimit } from "../api/guards/backend-rate-limit.ts";
import type { ApiEnv } from "../api/guards/deps.ts";
import {
  parseQuery,
  readJson,
  readPathParameters,
  readQuery,
  validateBody,
  validateText,
  validateWithDraft,
} from "../request/body.ts";
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
    const app_parameter = path.startsWith("/api/apps/:id") ? "id" : undefined;
    api.on(method, path.slice("/api".length), (c) => answer(c, deps, { route, handler, app_parameter }));
  }
}

interface MountedRoute {
  readonly route: RouteDeclaration;
  readonly handler: AnyHandler;
  /** Path parameter with the app's ID. Undefined: if it's about an app, the query names it. */
  readonly app_parameter: "id" | undefined;
}

async function answer(c: Context<ApiEnv>, deps: MountDeps, mounted: MountedRoute): Promise<Response> {
  const { route, handler, app_parameter } = mounted;
  const params = readPathParameters(c);
  const input = await readInput(c, route);
  const app_id = app_parameter === undefined ? input.query["app_id"] : params[app_parameter];
  assertAllowedIn(c, route, app_id);
  const query = parseQuery(input.query, route.query ?? NO_PARAMETERS);
  const app = namesApp(route.query) ? admittedApp(c, deps, route, query) : undefined;
  const revision = route.revision === true ? ifMatchRevision(c) : undefined;
  const body = validatedBody(c, route, await input.body());
  c.status(successStatus(route));
  const { actor } = c.var;
  const result = await handler({ c, params, query, body, actor, app, revision, tag: ifMatchState(c) });
  if (result instanceof Response) return result;
  const data = result instanceof Tagged ? result.data : result;
  if (result instanceof Tagged && result.tag !== undefined) c.header("ETag", revisionTag(result.tag));
  return data === undefined ? c.body(null) : c.json(data ?? null);
}

/** The guard has checked that the caller may do this somewhere. In an app, a custom role may allow less. */
function assertAllowedIn(c: Context<ApiEnv>, { access, query }: RouteDeclaration, app_id: string | undefined): void {
  if (app_id === undefined || !isAction(access) || (query !== undefined && !namesApp(query))) return;
  // Cast: no role is stored for the ID of an unknown app, which is refused next.
  assertActorAllowed(c.var.actor, access, app_id as AppId);
}

function validatedBody(c: Context<ApiEnv>, { body, any_text, lenient }: RouteDeclaration, sent: unknown): unknown {
  if (body === undefined) return undefined;
  if (lenient) return validateWithDraft(c, sent, body);
  return any_text ? validateBody(sent, body) : validateText(sent, body);
}

interface Input {
  readonly query: Readonly<Record<string, string>>;
  /** Undefined if the route has no body. */
  readonly body: () => Promise<unknown>;
}

/**
 * Reads the query and, when it's needed, the body. Accepts former names of query parameters, and `app_id` in the body
 * instead of the query, with a `Deprecation` header (RFC 9745).
 */
async function readInput(c: Context<ApiEnv>, route: RouteDeclaration): Promise<Input> {
  // A redirect explains what is wrong itself, on the page that follows.
  const query = route.status === 303 ? c.req.query() : readQuery(c);
  for (const [former, name] of Object.entries(route.former_query ?? {})) {
    if (!(former in query) || name in query) continue;
    query[name] = query[former] ?? "";
    delete query[former];
    announceDeprecation(c);
  }
  const body = (): Promise<unknown> => readJson(c, route.body_bytes_max);
  const may_name_app = namesApp(route.query) && !("app_id" in query) && c.req.raw.body !== null;
  if (!may_name_app || c.req.method === "GET") {
    return { query, body: route.body === undefined ? async () => undefined : body };
  }
  const sent = await body();
  if (typeof sent !== "object" || sent === null || !("app_id" in sent) || typeof sent.app_id !== "string") {
    return { query, body: async () => sent };
  }
  const { app_id, ...rest } = sent;
  announceDeprecation(c);
  if (route.body === undefined) validateBody(rest, NO_PARAMETERS);
  return { query: { ...query, app_id }, body: async () => rest };
}

/** When the former names and places of parameters were deprecated. */
const DEPRECATED_AT_S = Date.UTC(2026, 10, 23) / SECOND_MS;

function announceDeprecation(c: Context<ApiEnv>): void {
  // Relative to the request, because a proxy may add a path prefix.
  const root = "../".repeat(c.req.path.split("/").length - 2);
  c.header("Deprecation", `@${DEPRECATED_AT_S}`);
  c.header("Link", `<${root}docs#deprecations>; rel="deprecation"`, { append: true });
}

export function successStatus({ status, response, files }: RouteDeclaration): 200 | 201 | 202 | 204 | 303 {
  return status ?? (response === undefined && files === undefined ? 204 : 200);
}

/** Whether the query requires an app ID, which makes it the request's app. */
export function namesApp(schema: z.ZodType | undefined): boolean {
  return schema instanceof z.ZodObject && schema.shape["app_id"] instanceof z.ZodString;
}

function admittedApp(c: Context<ApiEnv>, deps: MountDeps, route: RouteDeclaration, parsed: unknown): AppRecord {
  const app = requireApp(deps.apps, appIdIn(parsed));
  if (route.backend_limit) c.set("quota", deps.checkBackendRateLimit(app, c.var.actor));
  return app;
}

function appIdIn(parsed: unknown): string {
  if (typeof parsed === "object" && parsed !== null && "app_id" in parsed && typeof parsed.app_id === "string") {
    return parsed.app_id;
  }
  throw new Error("The schema requires app_id, and what it parsed has none.");
}
