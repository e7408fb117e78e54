import { ProblemError } from "@fanfare/contract/problem";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { AppDirectory, AppRecord } from "../accounts/app-directory.ts";
import { createDecisionLog } from "../engage/decision-log.ts";
import { createPageThemes } from "../engage/page-themes.ts";
import { createPublished } from "../engage/published.ts";
import { createMeasures } from "../measure/measures.ts";
import { answerError } from "./problem.ts";
import { bootRoutes } from "./v1-boot.ts";
import { callerReader } from "./v1-caller.ts";
import { anonymousCookie } from "./v1-cookie.ts";
import { corsHeaders, originAllowed, originRefused, preflight } from "./v1-cors.ts";
import type { V1Deps, V1Env, V1Hono, V1Resources } from "./v1-deps.ts";
import { eventRoutes } from "./v1-events.ts";
import { explainRoutes } from "./v1-explain.ts";
import { feedRoutes } from "./v1-feed.ts";
import { type FloodGate, floodGate } from "./v1-flood.ts";
import { groupRoutes } from "./v1-group.ts";
import { messageRoutes } from "./v1-messages.ts";
import { progressRoutes } from "./v1-progress.ts";
import { suppressionRoutes } from "./v1-suppressions.ts";

/**
 * What the SDK calls. Each call passes, in this order: the app of the key, the origin, the rate limit, the size of the
 * body, its shape, the identity; only then is anything read or written.
 *
 * @example
 * app.route("/v1", v1Routes({ clock, rng, store, apps, verifyIdentity, issueAnonymous, publish, log, public_url, addressOf }));
 */
export function v1Routes(deps: V1Deps): V1Hono {
  const cookie = anonymousCookie(deps.public_url);
  const callers = callerReader({ verifyIdentity: deps.verifyIdentity, cookie });
  const published = createPublished(deps);
  const house: V1Resources = {
    ...deps,
    ...createMeasures({ ...deps, published }),
    published,
    themes: createPageThemes(deps),
    decision_log: createDecisionLog(deps),
    callers,
    cookie,
  };
  const flood = floodGate(deps.clock);

  const v1 = new Hono<V1Env>();
  v1.onError((error, c) => withDoorHeaders(c, deps.apps, answerError(error, c.req.raw, deps.log)));
  v1.use(door(deps, flood));
  v1.route("/", bootRoutes(house));
  v1.route("/", eventRoutes(house, flood));
  v1.route("/", feedRoutes(house));
  v1.route("/", groupRoutes(house));
  v1.route("/", messageRoutes(house));
  v1.route("/", progressRoutes(house));
  v1.route("/", suppressionRoutes(house));
  v1.route("/", explainRoutes(house));
  return v1;
}

function door(deps: V1Deps, flood: FloodGate): MiddlewareHandler<V1Env> {
  return async (c, next) => {
    const origin = originOf(c);
    const app = appOf(c, deps.apps);
    if (app !== undefined && !originAllowed(app, origin)) throw originRefused(app, origin);
    // A preflight for an app that does not exist is let through, so that the page can read what is wrong.
    if (c.req.method === "OPTIONS") return preflight(origin);
    if (app !== undefined) {
      flood.address(app, deps.addressOf(c.req.raw));
      c.set("app", app);
    } else if (matchedRoutes(c).some(({ method }) => method !== "ALL")) {
      // Where nothing answers, that is what is wrong, with or without a key.
      throw noApp(c.req.query("app"));
    }
    await next();
    withDoorHeaders(c, deps.apps, c.res);
    return;
  };
}

/** Every answer, a problem too, can be read by the pages that may ask, and is kept by nobody. */
function withDoorHeaders(c: Context, apps: AppDirectory, response: Response): Response {
  const origin = originOf(c);
  const app = appOf(c, apps);
  const readable = app === undefined || originAllowed(app, origin);
  for (const [name, value] of Object.entries(corsHeaders(readable ? origin : null))) response.headers.set(name, value);
  response.headers.set("Cache-Control", "no-store");
  return response;
}

function originOf(c: Context): string | null {
  return c.req.header("Origin") ?? null;
}

function appOf(c: Context, apps: AppDirectory): AppRecord | undefined {
  const key = c.req.query("app");
  return key === undefined ? undefined : apps.byKey(key);
}

function noApp(key: string | undefined): ProblemError {
  return key === undefined || key === ""
    ? new ProblemError("app_key_missing", "Name the app by its key: add ?app= and the key of the app's settings.")
    : new ProblemError("app_not_found", "No app has this key. Compare it with the key in the app's settings.");
}
