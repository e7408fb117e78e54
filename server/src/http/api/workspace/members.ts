import type { MEMBER_ROUTES } from "@fanfare/contract/schema/routes/accounts/members";
import { assertMayGrantAccess } from "../../../accounts/access/actor.ts";
import { accessOf } from "../../../accounts/access/member-access.ts";
import { ACTIONS, APP_ACTIONS, POLICY } from "../../../accounts/access/policy.ts";
import { POLICY_LABELS } from "../../../accounts/access/policy-labels.ts";
import { createResetLink, previewReset, resetPassword } from "../../../accounts/members/change-password.ts";
import {
  assertCanManage,
  changeRole,
  endSignIn,
  findMember,
  listMembers,
  listSignIns,
  removeMember,
  unlinkIdentities,
} from "../../../accounts/members/team.ts";
import { turnOffTwoFactor } from "../../../accounts/sign-in/second-factor.ts";
import { passwordResetEmail } from "../../../mail/email-templates.ts";
import { toIso } from "../../../store/columns.ts";
import { appRoleRows } from "../../../store/statements/accounts/custom-roles.ts";
import { workspaceName } from "../../../store/statements/accounts/workspace.ts";
import type { Handlers } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";
import { linkUrl } from "./invites.ts";
import { presentSignIn, presentTeamMember } from "./presenters.ts";

export function memberHandlers(deps: ApiDeps): Handlers<typeof MEMBER_ROUTES> {
  return {
    "GET /api/policy": () => ({
      items: ACTIONS.map((action) => ({
        action,
        says: POLICY_LABELS[action],
        roles: POLICY[action],
        per_app: APP_ACTIONS.includes(action),
      })),
    }),
    "GET /api/members": async ({ query }) => {
      const { rows, next } = await listMembers(deps, query);
      const roles = await appRoleRows(
        deps.store.db,
        rows.map(({ id }) => id),
      );
      return { items: rows.map((row) => presentTeamMember(row, roles)), next };
    },
    "PATCH /api/members/:id": async ({ params, body, actor, tag }) => {
      const { role } = body;
      await changeRole(deps, actor, params.id, role, tag);
    },
    "DELETE /api/members/:id": async ({ params, actor }) => {
      await removeMember(deps, actor, params.id);
    },
    "POST /api/members/:id/reset-link": async ({ c, params, actor }) => {
      const member = await findMember(deps, params.id);
      assertCanManage(actor, member.role);
      assertMayGrantAccess(actor, await accessOf(deps.store.db, member));
      const { token, expires_at } = await createResetLink(deps, member, actor.member_id);
      const url = linkUrl(deps, c.req.raw, "reset", token);
      const workspace = await workspaceName(deps.store.db);
      const mail = await deps.mailer.deliver(
        passwordResetEmail({ to: member.email, workspace, url, expires_ms: expires_at }),
      );
      return { url, mail, expires_at: toIso(expires_at) };
    },
    "DELETE /api/members/:id/two-factor": async ({ params, actor }) => {
      const member = await findMember(deps, params.id);
      assertCanManage(actor, member.role);
      await turnOffTwoFactor(deps, member.id, actor.member_id);
    },
    "DELETE /api/members/:id/identities": async ({ params, actor }) => {
      await unlinkIdentities(deps, actor, params.id);
    },
    "GET /api/members/:id/sign-ins": async ({ params, actor }) => {
      const member = await findMember(deps, params.id);
      assertCanManage(actor, member.role);
      const current = actor.signed_in?.sign_in_id;
      const items = (await listSignIns(deps, member.id)).map((row) => presentSignIn(row, current));
      return { items };
    },
    "DELETE /api/members/:id/sign-ins/:sign_in_id": async ({ params, actor }) => {
      const member = await findMember(deps, params.id);
      assertCanManage(actor, member.role);
      await endSignIn(deps, actor.member_id, member.id, params.sign_in_id);
    },
    "POST /api/password-reset/look": async ({ body }) => await previewReset(deps, body.token),
    "POST /api/password-reset": async ({ body }) => {
      const { token, password } = body;
      await resetPassword(deps, token, password);
    },
  };
}
