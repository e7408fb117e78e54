import { ProblemError } from "@fanfare/contract/problem";
import type { MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { type Actor, assertActorMay } from "../accounts/actor.ts";
import { actorOfToken, type TokenDeps } from "../accounts/api-tokens.ts";
import type { Action } from "../accounts/policy.ts";
import type { SignIns } from "../accounts/sign-in.ts";
import type { ApiEnv } from "./api-deps.ts";
import { bearerOf } from "./bearer.ts";
import type { MemberCookie } from "./member-cookies.ts";

/**
 * Every route of `/api` and what it takes: `anyone`, or an action of the policy. A route that is not in this table answers
 * nobody, and `api-access.test.ts` fails on it.
 */
export const API_ACCESS: Readonly<Record<string, "anyone" | Action>> = {
  "GET /api/openapi.json": "anyone",
  "GET /api/setup": "anyone",
  "POST /api/setup": "anyone",
  "POST /api/sign-in": "anyone",
  // Whoever is signed out already may say so again.
  "POST /api/sign-out": "anyone",
  "GET /api/me": "self.read",
  "GET /api/apps": "app.read",
  "POST /api/apps": "app.write",
  "DELETE /api/apps/:id": "app.delete",
  "GET /api/apps/:id/secrets": "secret.read",
  "POST /api/apps/:id/secrets": "secret.write",
  "DELETE /api/apps/:id/secrets/:secret_id": "secret.write",
  "GET /api/apps/:id": "app.read",
  "GET /api/apps/:id/status": "app.read",
  "PATCH /api/apps/:id": "app.write",
  "GET /api/contents": "content.read",
  "GET /api/tags": "content.read",
  "POST /api/contents": "content.write",
  "GET /api/contents/:id": "content.read",
  "PATCH /api/contents/:id": "content.write",
  "POST /api/contents/:id/publish": "content.publish",
  "POST /api/contents/:id/unpublish": "content.publish",
  "POST /api/contents/:id/pause": "content.publish",
  "POST /api/contents/:id/resume": "content.publish",
  "POST /api/contents/:id/rollback": "content.publish",
  "POST /api/contents/:id/archive": "content.publish",
  "POST /api/contents/:id/restore": "content.publish",
  "GET /api/contents/:id/versions": "content.read",
  "GET /api/contents/:id/versions/:version_id": "content.read",
  "GET /api/translations": "content.read",
  "GET /api/translations/file": "content.read",
  "POST /api/translations/file": "content.write",
  "GET /api/contents/:id/runs": "person.read",
  "GET /api/contents/:id/experiment": "analytics.read",
  "GET /api/celebrations": "content.read",
  "GET /api/contents/:id/answers": "analytics.read",
  "GET /api/contents/:id/answers/:question_id": "person.read",
  "GET /api/people": "person.read",
  "POST /api/people/import": "person.write",
  "GET /api/people-imports": "person.read",
  "POST /api/people-imports": "person.write",
  "GET /api/people-imports/:id": "person.read",
  "PUT /api/people-imports/:id/parts/:number": "person.write",
  "POST /api/people-imports/:id/check": "person.write",
  "POST /api/people-imports/:id/start": "person.write",
  "POST /api/people-imports/:id/cancel": "person.write",
  "GET /api/people-imports/:id/refused": "person.write",
  "GET /api/people/:external_id": "person.read",
  "PUT /api/people/:external_id": "person.write",
  "PATCH /api/people/:external_id": "person.write",
  "DELETE /api/people/:external_id": "person.erase",
  "GET /api/people/:external_id/export": "person.erase",
  "GET /api/people/:external_id/timeline": "person.read",
  "PUT /api/people/:external_id/groups/:group_id": "person.write",
  "DELETE /api/people/:external_id/groups/:group_id": "person.write",
  "GET /api/attributes": "person.read",
  "GET /api/groups": "person.read",
  "GET /api/groups/:external_id": "person.read",
  "GET /api/groups/:external_id/people": "person.read",
  "PUT /api/groups/:external_id": "person.write",
  "GET /api/explain": "person.read",
  "POST /api/debug-links": "person.read",
  "GET /api/segments": "person.read",
  "POST /api/segments": "segment.write",
  "POST /api/segments/preview": "person.read",
  "GET /api/segments/:id": "person.read",
  "GET /api/segments/:id/people": "person.read",
  "GET /api/segments/:id/uses": "person.read",
  "PATCH /api/segments/:id": "segment.write",
  "DELETE /api/segments/:id": "segment.write",
  "POST /api/segments/:id/restore": "segment.write",
  "GET /api/cap-groups": "content.read",
  "POST /api/cap-groups": "segment.write",
  "PATCH /api/cap-groups/:id": "segment.write",
  "DELETE /api/cap-groups/:id": "segment.write",
  "GET /api/themes": "content.read",
  "POST /api/themes": "theme.write",
  "GET /api/themes/:id": "content.read",
  "PUT /api/themes/:id": "theme.write",
  "DELETE /api/themes/:id": "theme.write",
  "POST /api/themes/:id/restore": "theme.write",
  "GET /api/themes/:id/uses": "content.read",
  "PUT /api/default-theme": "theme.write",
  "GET /api/people/:external_id/suppressions": "person.read",
  "POST /api/people/:external_id/suppressions": "person.write",
  "DELETE /api/people/:external_id/suppressions/:id": "person.write",
  "GET /api/overview": "analytics.read",
  "GET /api/analytics/funnel": "analytics.read",
  "GET /api/event-names": "analytics.read",
  "GET /api/exports": "export.read",
  "POST /api/exports": "export.read",
  "GET /api/facets/contents": "content.read",
  "GET /api/facets/people": "person.read",
  "GET /api/facets/audit": "audit.read",
  "GET /api/goals": "goal.read",
  "POST /api/goals": "goal.write",
  "PATCH /api/goals/:id": "goal.write",
  "DELETE /api/goals/:id": "goal.write",
  "POST /api/goals/:id/restore": "goal.write",
  "POST /api/track": "event.write",
  "GET /api/channels": "channel.read",
  "GET /api/channels/:name": "channel.read",
  "POST /api/channel-events": "channel.publish",
  "GET /api/connections": "channel.read",
  "GET /api/live-updates": "live_update.read",
  "POST /api/live-updates": "live_update.send",
  "GET /api/live-updates/:id": "live_update.read",
  "PATCH /api/me": "self.write",
  "PUT /api/me/password": "self.write",
  "GET /api/me/sign-ins": "self.read",
  "DELETE /api/me/sign-ins": "self.write",
  "DELETE /api/me/sign-ins/:id": "self.write",
  "GET /api/me/two-factor": "self.read",
  "POST /api/me/two-factor": "self.write",
  "POST /api/me/two-factor/confirm": "self.write",
  "POST /api/me/two-factor/end": "self.write",
  "GET /api/me/identities": "self.read",
  "POST /api/me/identities": "self.write",
  "POST /api/me/identities/end": "self.write",
  "GET /api/policy": "member.read",
  "GET /api/members": "member.read",
  "PATCH /api/members/:id": "member.write",
  "DELETE /api/members/:id": "member.write",
  "POST /api/members/:id/reset-link": "member.write",
  "DELETE /api/members/:id/two-factor": "member.write",
  "DELETE /api/members/:id/identities": "member.write",
  "GET /api/members/:id/sign-ins": "member.write",
  "DELETE /api/members/:id/sign-ins/:sign_in_id": "member.write",
  // Whoever has the link may use it.
  "POST /api/password-reset": "anyone",
  "POST /api/password-reset/ask": "anyone",
  "GET /api/mail": "mail.read",
  "PUT /api/mail": "mail.write",
  "DELETE /api/mail": "mail.write",
  "POST /api/mail/test": "mail.write",
  "GET /api/single-sign-on": "single_sign_on.read",
  "PUT /api/single-sign-on": "single_sign_on.write",
  "DELETE /api/single-sign-on": "single_sign_on.write",
  // A browser goes here on its way to the provider, and comes back signed in or not.
  "GET /api/provider-sign-in": "anyone",
  "GET /api/provider-sign-in/callback": "anyone",
  "POST /api/provider-sign-in/code": "anyone",
  // The provider itself calls: what it says is signed.
  "POST /api/provider-sign-out": "anyone",
  "GET /api/invites": "member.write",
  "POST /api/invites": "member.write",
  "DELETE /api/invites/:id": "member.write",
  "POST /api/invites/look": "anyone",
  "POST /api/invites/accept": "anyone",
  "GET /api/health": "health.read",
  "GET /api/backups": "backup.read",
  "POST /api/backups": "backup.write",
  "GET /api/backups/:name/database": "backup.read",
  "GET /api/audit": "audit.read",
  "GET /api/audit/export": "audit.read",
  "GET /api/audit/verify": "audit.read",
  "GET /api/tokens": "token.read",
  "POST /api/tokens": "token.write",
  "DELETE /api/tokens/:id": "token.write",
  "GET /api/webhooks": "webhook.read",
  "POST /api/webhooks": "webhook.write",
  "PATCH /api/webhooks/:id": "webhook.write",
  "DELETE /api/webhooks/:id": "webhook.write",
  "POST /api/webhooks/:id/restore": "webhook.write",
  "GET /api/webhook-deliveries": "webhook.read",
  "GET /api/webhook-deliveries/:id/attempts": "webhook.read",
  "POST /api/webhook-deliveries/:id/replay": "webhook.write",
};

/** Asks the table before any route of `/api` runs: who calls, and whether they may do this. */
export function accessGuard(deps: AccessDeps): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const route = matchedRoutes(c).findLast((each) => each.method !== "ALL");
    // Nothing matched: the answer is "no such path", whoever asks.
    if (route === undefined) return next();
    const access = API_ACCESS[`${route.method} ${route.path}`];
    if (access === undefined) throw new Error(`${route.method} ${route.path} is not in the table of access.`);
    if (access === "anyone") return next();
    const actor = await actorOf(deps, c.req.raw);
    assertActorMay(actor, access);
    c.set("actor", actor);
    return next();
  };
}

interface AccessDeps extends Pick<TokenDeps, "clock" | "store"> {
  readonly sign_ins: SignIns;
  readonly cookie: MemberCookie;
}

/** A token is asked first: a call that brings one does not mean the cookie that its browser may add. */
async function actorOf(deps: AccessDeps, request: Request): Promise<Actor> {
  const bearer = bearerOf(request);
  if (bearer !== undefined) {
    const actor = await actorOfToken(deps, bearer);
    if (actor !== undefined) return actor;
    throw new ProblemError("token_invalid", "This API token is not known, is over, or was revoked. Make another one.");
  }
  const token = deps.cookie.read(request);
  const signed_in = token === undefined ? undefined : await deps.sign_ins.find(token);
  if (signed_in === undefined) {
    throw new ProblemError("sign_in_required", "Nobody is signed in, or the sign-in has ended. Sign in again.");
  }
  return { member_id: signed_in.member_id, token_id: undefined, role: signed_in.role, scopes: undefined, signed_in };
}
