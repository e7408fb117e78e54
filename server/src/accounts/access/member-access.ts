import type { AppId, MemberId, RoleId } from "@fanfare/contract/lib/ids";
import { ProblemError } from "@fanfare/contract/problem";
import { ROLES, type Role } from "@fanfare/contract/schema/accounts/sign-in";
import { z } from "zod";
import { fromJson } from "../../store/columns.ts";
import type { Db } from "../../store/schema/schema.ts";
import { type AppRoleRow, appRoleRows, type CustomRoleRow } from "../../store/statements/accounts/custom-roles.ts";
import { ACTIONS, type Action, APP_ACTIONS, isRoleAllowed } from "./policy.ts";

export interface AppRole {
  readonly id: RoleId;
  readonly name: string;
  readonly permissions: ReadonlySet<Action>;
}

/** A member's workspace role, and the custom roles that replace it in apps. */
export interface MemberAccess {
  readonly role: Role;
  readonly app_roles: ReadonlyMap<AppId, AppRole>;
}

export const NO_APP_ROLES: MemberAccess["app_roles"] = new Map();

const permissionsSchema = z.array(z.string());

/** Permissions of a stored role. Ignores those that a later version no longer has. */
export function permissionsOf({ permissions }: Pick<CustomRoleRow, "permissions">): readonly Action[] {
  const stored: readonly string[] = fromJson(permissions, (value) => permissionsSchema.parse(value));
  return APP_ACTIONS.filter((action) => stored.includes(action));
}

/** Owners have every permission everywhere. */
export async function accessOf(
  db: Db,
  { id, role }: { readonly id: MemberId; readonly role: Role },
): Promise<MemberAccess> {
  return { role, app_roles: role === "owner" ? NO_APP_ROLES : appRoles(await appRoleRows(db, [id])) };
}

/** Access of every member with a custom role. For others, only the workspace role counts. */
export async function accessReader(
  db: Db,
): Promise<(member: { readonly id: MemberId; readonly role: Role }) => MemberAccess> {
  const rows = Map.groupBy(await appRoleRows(db), ({ member_id }) => member_id);
  return ({ id, role }) => ({ role, app_roles: role === "owner" ? NO_APP_ROLES : appRoles(rows.get(id) ?? []) });
}

function appRoles(rows: readonly AppRoleRow[]): MemberAccess["app_roles"] {
  return new Map(
    rows.map((row) => [row.app_id, { id: row.role_id, name: row.name, permissions: new Set(permissionsOf(row)) }]),
  );
}

/**
 * Whether a member may do this in an app, or without one: what apps share (themes, segments, images) is open to members
 * who have the permission in any app.
 */
export function isMemberAllowed({ role, app_roles }: MemberAccess, action: Action, app_id?: AppId): boolean {
  if (!APP_ACTIONS.includes(action)) return isRoleAllowed(role, action);
  const app_role = app_id === undefined ? undefined : app_roles.get(app_id);
  if (app_role !== undefined) return app_role.permissions.has(action);
  if (isRoleAllowed(role, action)) return true;
  return app_id === undefined && [...app_roles.values()].some(({ permissions }) => permissions.has(action));
}

/** Everything that a member may do in an app, or with what apps share. */
export function allowedActions(access: MemberAccess, app_id?: AppId): readonly Action[] {
  return ACTIONS.filter((action) => isMemberAllowed(access, action, app_id));
}

/** @throws ProblemError `role_insufficient`. The message names the roles that are allowed, or the member's role in the app. */
export function assertMemberAllowed(access: MemberAccess, action: Action, app_id?: AppId): void {
  if (isMemberAllowed(access, action, app_id)) return;
  const app_role = app_id === undefined ? undefined : access.app_roles.get(app_id);
  if (app_role !== undefined && APP_ACTIONS.includes(action)) {
    throw new ProblemError(
      "role_insufficient",
      `Your role in this app is ${app_role.name}. It doesn't include the permission ${action}. Ask an owner of this workspace.`,
    );
  }
  const able = ROLES.filter((each) => isRoleAllowed(each, action)).join(", ");
  throw new ProblemError(
    "role_insufficient",
    `Your role is ${access.role}. This requires one of these roles: ${able}. Ask an owner or admin of this workspace.`,
  );
}
