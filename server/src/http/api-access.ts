import { ProblemError } from "@fanfare/contract/problem";
import type { MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { type Action, assertMay } from "../accounts/policy.ts";
import type { SignIns } from "../accounts/sign-in.ts";
import type { ApiEnv } from "./api-deps.ts";
import type { SignInCookie } from "./sign-in-cookie.ts";

/**
 * Every route of `/api` and what it takes: `anyone`, or an action of the policy. A route that is not in this table answers
 * nobody, and `api-access.test.ts` fails on it.
 */
export const API_ACCESS: Readonly<Record<string, "anyone" | Action>> = {
  "GET /api/setup": "anyone",
  "POST /api/setup": "anyone",
  "POST /api/sign-in": "anyone",
  // Whoever is signed out already may say so again.
  "POST /api/sign-out": "anyone",
  "GET /api/me": "self.read",
  "GET /api/apps": "app.read",
  "GET /api/apps/:id": "app.read",
  "PATCH /api/apps/:id": "app.write",
  "GET /api/contents": "content.read",
  "POST /api/contents": "content.write",
  "GET /api/contents/:id": "content.read",
  "PATCH /api/contents/:id": "content.write",
  "POST /api/contents/:id/publish": "content.publish",
  "POST /api/contents/:id/unpublish": "content.publish",
  "GET /api/contents/:id/versions": "content.read",
  "GET /api/people/:external_id/suppressions": "person.read",
  "DELETE /api/people/:external_id/suppressions/:id": "person.write",
  "GET /api/webhooks": "webhook.read",
  "POST /api/webhooks": "webhook.write",
  "PATCH /api/webhooks/:id": "webhook.write",
  "DELETE /api/webhooks/:id": "webhook.write",
  "GET /api/webhook-deliveries": "webhook.read",
  "POST /api/webhook-deliveries/:id/replay": "webhook.write",
};

/** Asks the table before any route of `/api` runs: who is signed in, and whether their role may do this. */
export function accessGuard(deps: {
  readonly sign_ins: SignIns;
  readonly cookie: SignInCookie;
}): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const route = matchedRoutes(c).findLast((each) => each.method !== "ALL");
    // Nothing matched: the answer is "no such path", whoever asks.
    if (route === undefined) return next();
    const access = API_ACCESS[`${route.method} ${route.path}`];
    if (access === undefined) throw new Error(`${route.method} ${route.path} is not in the table of access.`);
    if (access === "anyone") return next();
    const token = deps.cookie.read(c.req.raw);
    const actor = token === undefined ? undefined : await deps.sign_ins.find(token);
    if (actor === undefined) {
      throw new ProblemError("sign_in_required", "Nobody is signed in, or the sign-in has ended. Sign in again.");
    }
    assertMay(actor.role, access);
    c.set("actor", actor);
    return next();
  };
}
