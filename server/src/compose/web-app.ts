import { Hono } from "hono";
import { routePath } from "hono/route";
import { accessOf } from "../accounts/access/member-access.ts";
import type { ApiDeps } from "../http/api/guards/deps.ts";
import { apiRoutes } from "../http/api/routes.ts";
import { dashboardPageRoutes } from "../http/dashboard-page/routes.ts";
import { type DocsDeps, docsRoutes } from "../http/docs/routes.ts";
import { emailPageRoutes } from "../http/email-page/routes.ts";
import { type HealthDeps, healthRoutes } from "../http/health.ts";
import { mcpRoutes } from "../http/mcp/routes.ts";
import { countTraffic, type MetricsDeps, metricsRoutes } from "../http/metrics.ts";
import { headLength } from "../http/middleware/head-length.ts";
import { notFoundHandler } from "../http/middleware/not-found.ts";
import { isSameOrigin } from "../http/middleware/origin.ts";
import { errorResponse, problemHandler, requestIdOf } from "../http/middleware/problem.ts";
import { addSecurityHeaders, securityHeaders } from "../http/middleware/security-headers.ts";
import { publishedResponse } from "../http/pusher/events.ts";
import { createPusherApi, type PusherApiDeps } from "../http/pusher/routes.ts";
import { type AuthorizeDeps, authorizeRoutes } from "../http/pusher-auth.ts";
import { scimRoutes } from "../http/scim/routes.ts";
import { segmentRoutes } from "../http/segment/routes.ts";
import { imageRoutes } from "../http/static/images.ts";
import { type StaticDeps, staticRoutes } from "../http/static/static.ts";
import { surveyPageRoutes } from "../http/survey-page/routes.ts";
import type { V1Deps } from "../http/v1/deps.ts";
import { v1Routes } from "../http/v1/routes.ts";
import type { RequestCounter } from "../lib/request-counter.ts";
import type { Tracing } from "../metrics/tracing.ts";
import { personChannelId } from "../people/identity/identity.ts";

export interface WebAppDeps
  extends Omit<ApiDeps, "public_url">,
    Pick<AuthorizeDeps, "groupsOnServer" | "onMemberAuthorized">,
    Omit<V1Deps, "public_url">,
    HealthDeps,
    Omit<MetricsDeps, "clock" | "store">,
    Pick<PusherApiDeps, "channels" | "terminateUser" | "isEncrypted">,
    StaticDeps,
    DocsDeps {
  readonly traffic: RequestCounter;
  readonly tracing: Tracing | undefined;
  readonly public_url: string;
  /** The operator's configured URL. Undefined: use the request's host. */
  readonly configured_url: string | undefined;
}

export interface WebApp {
  readonly routes: Hono["routes"];
  fetch(request: Request): Promise<Response> | Response;
  /** Fast path of `fetch` for high-volume publish calls from backends. Undefined: not a publish call. */
  publish(request: Request): Promise<Response> | undefined;
}

export function createWebApp(deps: WebAppDeps): WebApp {
  const { path_prefix, log } = deps;
  // A proxy can keep or strip the prefix. Both reach the same route.
  const app = new Hono({ getPath: (request) => pathWithin(path_prefix, request) });
  app.use(async (c, next) => {
    await next();
    c.res.headers.set("X-Request-Id", requestIdOf(c.req.raw));
  });
  const { clock, tracing } = deps;
  app.use(async (c, next) => {
    const began_ms = clock.now();
    await next();
    // The pattern, not the path, which can contain names and IDs.
    const route = routePath(c, -1);
    tracing?.nameRoute(route);
    const request_id = requestIdOf(c.req.raw);
    log.debug("request", { request_id, method: c.req.method, route, status: c.res.status, ms: clock.now() - began_ms });
  });
  app.use(countTraffic(deps.traffic));
  app.use(headLength);
  app.use(securityHeaders(deps.public_url));
  app.onError(problemHandler(log));
  app.notFound(notFoundHandler(app));

  app.route("/", healthRoutes(deps));
  app.route("/", metricsRoutes(deps));
  app.route("/api/scim/v2", scimRoutes({ ...deps, public_url: deps.configured_url }));
  app.route("/api", apiRoutes({ ...deps, public_url: deps.configured_url }));
  app.route("/v1", v1Routes(deps));
  app.route("/segment/v1", segmentRoutes(deps));
  app.route("/", mcpRoutes({ ...deps, answer: (request) => app.fetch(request) }));
  const pusher_api = createPusherApi(deps);
  app.route("/", pusher_api.routes);
  app.route("/", authorizeRoutes({ ...deps, memberIdentity: memberIdentity(deps) }));
  app.route("/", surveyPageRoutes(deps));
  app.route("/", dashboardPageRoutes(deps));
  app.route("/", emailPageRoutes(deps));
  app.route("/", imageRoutes(deps));
  app.route("/", docsRoutes(deps));
  app.route("/", staticRoutes(deps));

  const finish = (response: Response): Response => {
    deps.traffic.count("/apps", response.status);
    return addSecurityHeaders(response, "/apps/", deps.public_url);
  };
  const published_headers = new Headers(addSecurityHeaders(publishedResponse(), "/apps/", deps.public_url).headers);
  const published = (): Response => {
    const response = publishedResponse(published_headers);
    deps.traffic.count("/apps", response.status);
    return response;
  };
  const publish: WebApp["publish"] = (request) =>
    pusher_api.publish(request)?.then(
      (answer) => (answer === "published" ? published() : finish(answer)),
      (error) => finish(errorResponse(error, request, log)),
    );
  return {
    routes: app.routes,
    fetch: (request) =>
      tracing === undefined ? app.fetch(request) : tracing.request(request, () => app.fetch(request)),
    publish,
  };
}

/** Identity of the signed-in console member, only for pages of the console. */
function memberIdentity(deps: WebAppDeps): AuthorizeDeps["memberIdentity"] {
  return async (request) => {
    if (!isSameOrigin(request, deps.configured_url)) return undefined;
    const token = deps.cookie.read(request);
    const actor = token === undefined ? undefined : await deps.sign_ins.peek(token);
    if (actor === undefined) return undefined;
    const { member_id: id, role, name, ends_ms } = actor;
    const access = await accessOf(deps.store.db, { id, role });
    return { channel_id: personChannelId(id), external_id: id, name, access, ends_ms };
  };
}

/**
 * @example
 * pathWithin("/fanfare", new Request("https://example.com/fanfare/api/me")); // "/api/me"
 */
export function pathWithin(prefix: string, request: Request): string {
  const path = new URL(request.url).pathname;
  if (prefix === "" || !path.startsWith(prefix)) return path;
  const rest = path.slice(prefix.length);
  return rest === "" ? "/" : rest.startsWith("/") ? rest : path;
}
