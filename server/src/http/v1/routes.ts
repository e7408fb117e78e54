import { ProblemError } from "@fanfare/contract/problem";
import { CLIENT_ROUTES } from "@fanfare/contract/schema/routes/client";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { AppDirectory, AppRecord } from "../../accounts/apps/app-directory.ts";
import { createEventEffects } from "../../analytics/ingest/event-effects.ts";
import { createPublished } from "../../engage/decide/published-cache.ts";
import { createDecisionLog } from "../../engage/explain/decision-log.ts";
import { createPageThemes } from "../../engage/themes/page-themes.ts";
import { corsHeaders, originAllowed, originRefused, preflight } from "../middleware/cors.ts";
import { isSameOrigin } from "../middleware/origin.ts";
import { errorResponse } from "../middleware/problem.ts";
import { articleHandlers } from "./articles.ts";
import { bootHandlers } from "./boot.ts";
import { builderHandlers } from "./builder.ts";
import { callerReader } from "./caller.ts";
import { anonymousCookie } from "./cookie.ts";
import type { V1Deps, V1Env, V1Hono, V1Resources } from "./deps.ts";
import { editionHandlers } from "./edition.ts";
import { eventHandlers } from "./events.ts";
import { explainHandlers } from "./explain.ts";
import { feedHandlers } from "./feed.ts";
import { groupHandlers } from "./group.ts";
import { mountClientRoutes } from "./mount-routes.ts";
import { previewHandlers } from "./preview.ts";
import { pushHandlers } from "./push.ts";
import { type V1RateLimit, v1RateLimit } from "./rate-limit.ts";
import { suppressionHandlers } from "./suppressions.ts";
import { surveyHandlers } from "./surveys.ts";

/**
 * API of the SDK. Checks each request in this order: app key, origin, rate limit, body size, body shape, identity.
 * Reads and writes data only after that.
 *
 * @example
 * app.route("/v1", v1Routes({
 *   clock, rng, store, apps, verifyIdentity, issueAnonymous, publish, log, public_url, addressOf,
 * }));
 */
export function v1Routes(deps: V1Deps): V1Hono {
  const cookie = anonymousCookie(deps.public_url);
  const callers = callerReader({ verifyIdentity: deps.verifyIdentity, cookie });
  const published = createPublished(deps);
  const resources: V1Resources = {
    ...deps,
    ...createEventEffects({ ...deps, published }),
    published,
    themes: createPageThemes(deps),
    decision_log: createDecisionLog(deps),
    callers,
    cookie,
  };
  const rate_limit = v1RateLimit(deps.clock);

  const v1 = new Hono<V1Env>();
  v1.onError((error, c) => withResponseHeaders(c, deps.apps, errorResponse(error, c.req.raw, deps.log)));
  v1.use(resolveApp(deps, rate_limit));
  mountClientRoutes(v1, CLIENT_ROUTES, {
    ...bootHandlers(resources),
    ...editionHandlers(resources),
    ...eventHandlers(resources, rate_limit),
    ...feedHandlers(resources),
    ...articleHandlers(resources),
    ...groupHandlers(resources),
    ...suppressionHandlers(resources),
    ...pushHandlers(resources),
    ...surveyHandlers(resources),
    ...explainHandlers(resources),
    ...builderHandlers(resources),
    ...previewHandlers(resources),
  });
  return v1;
}

function resolveApp(deps: V1Deps, rate_limit: V1RateLimit): MiddlewareHandler<V1Env> {
  return async (c, next) => {
    const origin = originOf(c);
    const known = appOf(c, deps.apps);
    const caught_up = known && isLoad(c) ? deps.apps.catchUp?.() : undefined;
    const refreshing = caught_up ?? (known && deps.apps.refreshing(known.id));
    // A page that was told of a change must not get the state before it. Without the new record, the old one answers.
    if (refreshing !== undefined) await refreshing.catch(() => {});
    const app = refreshing === undefined ? known : appOf(c, deps.apps);
    // The page of a survey link is the server's own.
    const is_own = origin !== null && isSameOrigin(c.req.raw, deps.configured_url);
    if (app !== undefined && !is_own && !originAllowed(app, origin)) throw originRefused(app, origin);
    // Allow preflights for unknown apps, so that the page can read the error.
    if (c.req.method === "OPTIONS") return preflight(origin);
    if (app !== undefined) {
      rate_limit.address(app, deps.addressOf(c.req.raw));
      c.set("app", app);
    } else if (matchedRoutes(c).some(({ method }) => method !== "ALL")) {
      // An unknown route is reported as such, with or without a key.
      throw unknownApp(c.req.query("app"));
    }
    await next();
    withResponseHeaders(c, deps.apps, c.res);
    return;
  };
}

/** Whether the page asks for its content. */
function isLoad({ req }: Context): boolean {
  return req.method === "POST" && /\/(?:boot|identify)$/.test(req.path);
}

/** Makes every response, including problems, readable for allowed pages, and uncacheable unless it states otherwise. */
function withResponseHeaders(c: Context, apps: AppDirectory, response: Response): Response {
  const origin = originOf(c);
  const app = appOf(c, apps);
  const readable = app === undefined || originAllowed(app, origin);
  const vary = response.headers.get("Vary");
  for (const [name, value] of Object.entries(corsHeaders(readable ? origin : null))) response.headers.set(name, value);
  if (vary !== null && vary !== response.headers.get("Vary")) response.headers.append("Vary", vary);
  if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "no-store");
  return response;
}

function originOf(c: Context): string | null {
  return c.req.header("Origin") ?? null;
}

function appOf(c: Context, apps: AppDirectory): AppRecord | undefined {
  const key = c.req.query("app");
  return key === undefined ? undefined : apps.byKey(key);
}

function unknownApp(key: string | undefined): ProblemError {
  return key === undefined || key === ""
    ? new ProblemError("app_key_missing", "Name the app by its key: add ?app= and the key of the app's settings.")
    : new ProblemError("app_not_found", "No app has this key. Compare it with the key in the app's settings.");
}
