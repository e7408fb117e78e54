import type { ApiTokenId, AppId, MemberId } from "@fanfare/contract/lib/ids";
import { ProblemError } from "@fanfare/contract/problem";
import type { Role } from "@fanfare/contract/schema/accounts/sign-in";
import type { AppDirectory } from "../apps/app-directory.ts";
import type { SignedInMember } from "../sign-in/sign-in.ts";
import { assertMemberAllowed, isMemberAllowed, type MemberAccess } from "./member-access.ts";
import { type Action, APP_ACTIONS, isRoleAllowed } from "./policy.ts";
import { scopeActions, scopeAllows } from "./scopes.ts";

/**
 * Caller of `/api`: a signed-in member, or a script with an API token. The roles are the upper bound of its permissions.
 * An operator's token has the owner role, like the operator's commands.
 */
export interface Actor extends MemberAccess {
  /** Member recorded in the audit log and on changed rows. Null for an operator's token. */
  readonly member_id: MemberId | null;
  /** Undefined for a signed-in member. */
  readonly token_id: ApiTokenId | undefined;
  readonly token_name?: string | undefined;
  /** Undefined: no limit beyond the role. */
  readonly scopes: readonly string[] | undefined;
  /** Undefined for a token: `self.*` actions require a signed-in member. */
  readonly signed_in: SignedInMember | undefined;
}

/** Whether the actor may do this in an app, or with what all apps share. */
export function isActorAllowed(actor: Actor, action: Action, app_id?: AppId): boolean {
  return isMemberAllowed(actor, action, app_id) && isInScope(actor, action);
}

function isInScope({ scopes }: Actor, action: Action): boolean {
  return scopes === undefined || scopes.some((scope) => scopeAllows(scope, action));
}

/** @throws ProblemError `role_insufficient` or `scope_insufficient`. The message names the required role or scope. */
export function assertActorAllowed(actor: Actor, action: Action, app_id?: AppId): void {
  if (actor.scopes !== undefined && action.startsWith("self.")) throw memberRequired();
  assertMemberAllowed(actor, action, app_id);
  if (isInScope(actor, action)) return;
  throw new ProblemError(
    "scope_insufficient",
    `This token has the scopes ${actor.scopes?.join(", ")}, and this call requires ${action}. Create a token with that scope.`,
  );
}

/**
 * Refuses a change that also takes effect in these other apps, unless the actor may make it in each of them.
 *
 * @throws ProblemError `role_insufficient` with the names of the apps.
 */
export function assertActorAllowedInOthers(
  apps: Pick<AppDirectory, "byId">,
  actor: Actor,
  action: Action,
  app_ids: readonly AppId[],
): void {
  const beyond = app_ids.filter((app_id) => !isActorAllowed(actor, action, app_id));
  if (beyond.length === 0) return;
  const names = beyond.map((app_id) => apps.byId(app_id)?.name ?? app_id).join(", ");
  throw new ProblemError(
    "role_insufficient",
    `This also changes what ${names} shows, where you don't have the permission ${action}. Ask an owner of this workspace.`,
  );
}

/**
 * Refuses to grant a role that allows more than the actor has, anywhere.
 *
 * @throws ProblemError `role_insufficient` or `scope_insufficient`.
 */
export function assertMayGrantRole(actor: Actor, role: Role): void {
  const beyond = scopeActions(["*"]).find((action) => isRoleAllowed(role, action) && !isInScope(actor, action));
  if (beyond !== undefined) throw beyondScope(beyond, role);
  for (const app_id of actor.app_roles.keys()) assertMayGrantActions(actor, roleActions(role), role, app_id);
}

/**
 * Refuses to grant permissions in an app that the actor doesn't have there.
 *
 * @param name Name of the role with these permissions.
 * @throws ProblemError `role_insufficient` or `scope_insufficient`.
 */
export function assertMayGrantActions(actor: Actor, actions: readonly Action[], name: string, app_id?: AppId): void {
  const beyond = actions.find((action) => !isActorAllowed(actor, action, app_id));
  if (beyond === undefined) return;
  if (isMemberAllowed(actor, beyond, app_id)) throw beyondScope(beyond, name);
  throw new ProblemError(
    "role_insufficient",
    `You don't have the permission ${beyond} in this app, so you can't grant the role ${name}. Ask an owner of this workspace.`,
  );
}

/**
 * Refuses to let the actor act as a member who may do more than the actor, anywhere: a password reset link opens the
 * account.
 *
 * @throws ProblemError `role_insufficient` or `scope_insufficient`.
 */
export function assertMayGrantAccess(actor: Actor, { role, app_roles }: MemberAccess): void {
  assertMayGrantRole(actor, role);
  for (const [app_id, { name, permissions }] of app_roles) {
    assertMayGrantActions(actor, [...permissions], name, app_id);
  }
}

/** What a role allows in an app. */
export function roleActions(role: Role): readonly Action[] {
  return APP_ACTIONS.filter((action) => isRoleAllowed(role, action));
}

function beyondScope(action: Action, role: string): ProblemError {
  return new ProblemError(
    "scope_insufficient",
    `This token doesn't allow ${action}, so it can't grant the role ${role}. Sign in, or create a token with all scopes of that role.`,
  );
}

/** @throws ProblemError `scope_insufficient` for a token. */
export function signedInMember({ signed_in }: Actor): SignedInMember {
  if (signed_in === undefined) throw memberRequired();
  return signed_in;
}

/**
 * The member who calls, or who created the token.
 *
 * @throws ProblemError `scope_insufficient` for an operator's token.
 */
export function responsibleMember({ member_id }: Actor): MemberId {
  if (member_id !== null) return member_id;
  throw new ProblemError(
    "scope_insufficient",
    "This API token has no member who is responsible for the call. Sign in, or create a token in the console.",
  );
}

function memberRequired(): ProblemError {
  return new ProblemError(
    "scope_insufficient",
    "API tokens can't use this call because it's about the signed-in member. Sign in.",
  );
}
