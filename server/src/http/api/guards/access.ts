import { ProblemError } from "@fanfare/contract/problem";
import { API_ROUTES } from "@fanfare/contract/schema/routes/api";
import type { RouteDeclaration } from "@fanfare/contract/schema/routes/route";
import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { type Actor, assertActorAllowed } from "../../../accounts/access/actor.ts";
import { type TokenDeps, tokenActor } from "../../../accounts/access/api-tokens.ts";
import { accessOf } from "../../../accounts/access/member-access.ts";
import type { Action } from "../../../accounts/access/policy.ts";
import { auditedAs } from "../../../accounts/audit/audit-origin.ts";
import type { SignIns } from "../../../accounts/sign-in/sign-in.ts";
import { bearerOf } from "../../request/bearer-token.ts";
import type { MemberCookie } from "../../request/member-cookies.ts";
import type { ApiEnv } from "./deps.ts";

/** Type-checked: every action in a route declaration must exist in the policy. */
export const ROUTE_ACCESS: Readonly<Record<string, RouteDeclaration & { readonly access: "anyone" | Action }>> =
  API_ROUTES;

/**
 * Runs before every `/api` route: authenticates the caller and checks the route's declared access, in any app. Its app's
 * own role is checked once the app is known (`mountRoutes`).
 */
export function accessGuard(deps: AccessDeps): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const route = routeOf(c);
    // Unknown routes respond with 404 without authentication.
    if (route === undefined) return next();
    const { access } = route;
    if (access === "anyone") return next();
    const actor = await actorOf(deps, c.req.raw);
    assertActorAllowed(actor, access);
    c.set("actor", actor);
    return auditedAs(actor, next);
  };
}

/** Declaration of the request's route. Undefined for unknown paths. */
export function routeOf(c: Context<ApiEnv>): (typeof ROUTE_ACCESS)[string] | undefined {
  const route = matchedRoutes(c).findLast((each) => each.method !== "ALL");
  if (route === undefined) return undefined;
  const declared = ROUTE_ACCESS[`${route.method} ${route.path}`];
  if (declared === undefined) throw new Error(`${route.method} ${route.path} isn't declared.`);
  return declared;
}

interface AccessDeps extends Pick<TokenDeps, "clock" | "store"> {
  readonly sign_ins: SignIns;
  readonly cookie: MemberCookie;
}

/** A token takes precedence, because browsers add their cookie to every request. */
async function actorOf(deps: AccessDeps, request: Request): Promise<Actor> {
  const bearer = bearerOf(request);
  if (bearer !== undefined) {
    const actor = await tokenActor(deps, bearer);
    if (actor !== undefined) return actor;
    throw new ProblemError("token_invalid", "This API token is unknown, expired, or revoked. Create a new one.");
  }
  const token = deps.cookie.read(request);
  const signed_in = token === undefined ? undefined : await deps.sign_ins.find(token);
  if (signed_in === undefined) {
    throw new ProblemError(
      "sign_in_required",
      "Your session is missing or has expired. Sign in again, or send an API token as Authorization: Bearer.",
    );
  }
  const { member_id: id, role } = signed_in;
  const access = await accessOf(deps.store.db, { id, role });
  return { ...access, member_id: id, token_id: undefined, scopes: undefined, signed_in };
}
