import type { SignInId } from "@fanfare/contract/lib/ids";
import type { Invite, Member, SignInSummary } from "@fanfare/contract/schema/responses/accounts/member";
import type { Me } from "@fanfare/contract/schema/responses/content/content";
import { allowedActions, type MemberAccess, NO_APP_ROLES } from "../../../accounts/access/member-access.ts";
import { memberTag } from "../../../accounts/members/team.ts";
import { NO_PASSWORD } from "../../../accounts/sign-in/passwords.ts";
import type { SignedInMember } from "../../../accounts/sign-in/sign-in.ts";
import { toIso } from "../../../store/columns.ts";
import type { AccountLinkRow } from "../../../store/statements/accounts/account-links.ts";
import type { AppRoleRow } from "../../../store/statements/accounts/custom-roles.ts";
import type { SignInRow } from "../../../store/statements/accounts/sign-ins.ts";
import type { TeamRow } from "../../../store/statements/accounts/team.ts";

/** Member as other members see them, without password hash and provider subject. */
export function presentTeamMember(row: TeamRow, app_roles: readonly AppRoleRow[]): Member {
  const { id, name, email, role, confirmed_at, created_at, last_seen_at, password_hash, subject, deactivated_at } = row;
  return {
    ...{ id, name, email, role, two_factor: confirmed_at !== null, created_at: toIso(created_at) },
    ...{ has_password: password_hash !== NO_PASSWORD, has_provider: subject !== null },
    app_roles: app_roles
      .filter(({ member_id }) => member_id === id)
      .map(({ app_id, role_id }) => ({ app_id, role_id })),
    last_seen_at: last_seen_at === null ? null : toIso(last_seen_at),
    deactivated: deactivated_at !== null,
    etag: memberTag({ role }),
  };
}

/** Invitation without its secret, which only its link contains. */
export function presentInvite({ id, email, role, created_by, created_at, expires_at }: AccountLinkRow): Invite {
  // Invitations always have a role. The column is empty only for reset links.
  return {
    id,
    email,
    role: role ?? "viewer",
    created_by,
    created_at: toIso(created_at),
    expires_at: toIso(expires_at),
  };
}

/** Session without its token. `current`: the requesting session. */
export function presentSignIn(row: SignInRow, current: SignInId | undefined): SignInSummary {
  const { id, user_agent, created_at, last_seen_at } = row;
  return { id, user_agent, created_at: toIso(created_at), last_seen_at: toIso(last_seen_at), current: id === current };
}

export function presentMember(
  { member_id, name, email }: SignedInMember,
  has_password: boolean,
  access: MemberAccess,
): Me["member"] {
  const app_roles = [...access.app_roles].map(([app_id, { name: role_name }]) => ({
    ...{ app_id, name: role_name },
    permissions: allowedActions(access, app_id),
  }));
  const { role } = access;
  return {
    id: member_id,
    name,
    email,
    role,
    has_password,
    permissions: allowedActions({ role, app_roles: NO_APP_ROLES }),
    app_roles,
  };
}
