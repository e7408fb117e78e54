import {
  changeMemberRequestSchema,
  type MembersResponse,
  pageQuerySchema,
  type ResetLink,
  resetPasswordRequestSchema,
  type SignInsResponse,
} from "@fanfare/contract/schema/member";
import { Hono } from "hono";
import { assertMayLeadTo } from "../accounts/actor.ts";
import { createResetLink, resetPassword } from "../accounts/password-change.ts";
import { endTwoFactor } from "../accounts/second-factor.ts";
import {
  assertMayManage,
  changeRole,
  endSignIn,
  listMembers,
  listSignIns,
  memberNamed,
  removeMember,
  unlinkIdentities,
} from "../accounts/team.ts";
import { resetLetter } from "../mail/letters.ts";
import { toIso } from "../store/columns.ts";
import { workspaceName } from "../store/workspace.ts";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { parseBody, parseQuery, parseText } from "./body.ts";
import { linkUrl } from "./link-url.ts";
import { presentSignIn, presentTeamMember } from "./member-presenters.ts";
import { seenState } from "./revision.ts";

/** Who the members are, and what owners and admins do about them. */
export function memberRoutes(deps: ApiDeps): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get("/members", async (c) => {
      const { rows, next } = await listMembers(deps, parseQuery(c, pageQuerySchema));
      return c.json({ items: rows.map(presentTeamMember), next } satisfies MembersResponse);
    })
    .patch("/members/:id", async (c) => {
      const { role } = await parseBody(c, changeMemberRequestSchema);
      await changeRole(deps, c.var.actor, c.req.param("id"), role, seenState(c));
      return c.body(null, 204);
    })
    .delete("/members/:id", async (c) => {
      await removeMember(deps, c.var.actor, c.req.param("id"));
      return c.body(null, 204);
    })
    .post("/members/:id/reset-link", async (c) => {
      const member = await memberNamed(deps, c.req.param("id"));
      assertMayManage(c.var.actor, member.role);
      assertMayLeadTo(c.var.actor, member.role);
      const { token, expires_at } = await createResetLink(deps, member, c.var.actor.member_id);
      const url = linkUrl(deps, c.req.raw, "reset", token);
      const workspace = await workspaceName(deps.store.db);
      const mail = await deps.mailer.deliver(resetLetter({ to: member.email, workspace, url, expires_ms: expires_at }));
      return c.json({ url, mail, expires_at: toIso(expires_at) } satisfies ResetLink, 201);
    })
    .delete("/members/:id/two-factor", async (c) => {
      const member = await memberNamed(deps, c.req.param("id"));
      assertMayManage(c.var.actor, member.role);
      await endTwoFactor(deps, member.id, c.var.actor.member_id);
      return c.body(null, 204);
    })
    .delete("/members/:id/identities", async (c) => {
      await unlinkIdentities(deps, c.var.actor, c.req.param("id"));
      return c.body(null, 204);
    })
    .get("/members/:id/sign-ins", async (c) => {
      const member = await memberNamed(deps, c.req.param("id"));
      assertMayManage(c.var.actor, member.role);
      const current = c.var.actor.signed_in?.sign_in_id;
      const items = (await listSignIns(deps, member.id)).map((row) => presentSignIn(row, current));
      return c.json({ items } satisfies SignInsResponse);
    })
    .delete("/members/:id/sign-ins/:sign_in_id", async (c) => {
      const member = await memberNamed(deps, c.req.param("id"));
      assertMayManage(c.var.actor, member.role);
      await endSignIn(deps, c.var.actor.member_id, member.id, c.req.param("sign_in_id"));
      return c.body(null, 204);
    })
    .post("/password-reset", async (c) => {
      const { token, password } = await parseText(c, resetPasswordRequestSchema);
      await resetPassword(deps, token, password);
      return c.body(null, 204);
    });
}
