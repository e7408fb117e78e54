import { isId, newId, type RoleId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { type NewRole, type RoleChange, WORKSPACE_ROLE } from "@fanfare/contract/schema/accounts/role";
import { closestMatch } from "../../lib/closest-match.ts";
import { toJson } from "../../store/columns.ts";
import { deleteLinksOf, deleteLinksOfRole } from "../../store/statements/accounts/account-links.ts";
import {
  appRoleRows,
  assignmentsOf,
  type CustomRoleRow,
  customRoleById,
  customRoles,
  deleteAssignment,
  deleteAssignmentsOfRole,
  deleteCustomRole,
  putAssignment,
  reassignRole,
  updateCustomRole,
} from "../../store/statements/accounts/custom-roles.ts";
import { insertRow } from "../../store/statements/insert-row.ts";
import { isForeignKeyViolation, type Statement } from "../../store/store.ts";
import type { AppRecord } from "../apps/app-directory.ts";
import { auditStatement } from "../audit/audit-entry.ts";
import { assertNotStale, stateTag, withUniqueName } from "../edit-conflict.ts";
import { findMember, type TeamDeps } from "../members/team.ts";
import { type Actor, assertMayGrantActions, roleActions } from "./actor.ts";
import { permissionsOf } from "./member-access.ts";
import { type Action, APP_ACTIONS } from "./policy.ts";

/** ETag of a role's name and permissions, for `If-Match`. */
export function roleTag({ name, permissions }: Pick<CustomRoleRow, "name" | "permissions">): string {
  return stateTag(name, permissions);
}

/** @throws ProblemError `role_not_found`. */
async function findRole({ store }: Pick<TeamDeps, "store">, id: string): Promise<CustomRoleRow> {
  const row = isId("rol", id) ? await customRoleById(store.db, id) : undefined;
  if (row === undefined) throw new ProblemError("role_not_found", "Role not found. It may have been deleted.");
  return row;
}

/** @throws ProblemError `body_invalid` for a permission that custom roles can't contain, or doesn't exist. */
function checkedPermissions(permissions: readonly string[]): readonly Action[] {
  for (const [index, permission] of permissions.entries()) {
    if (APP_ACTIONS.some((action) => action === permission)) continue;
    const near = closestMatch(permission, APP_ACTIONS);
    const hint = near === undefined ? "Choose permissions of apps from GET /api/policy." : `Did you mean ${near}?`;
    const message = `A custom role can't contain the permission ${permission}. ${hint}`;
    throw new ProblemError("body_invalid", message, { fields: [{ pointer: `/permissions/${index}`, message }] });
  }
  // Without it, the console couldn't open the app.
  return APP_ACTIONS.filter((action) => action === "app.read" || permissions.includes(action));
}

/** @throws ProblemError `name_taken`, `roles_full`, `body_invalid`, or `scope_insufficient`. */
export async function createRole(deps: TeamDeps, actor: Actor, { name, permissions }: NewRole): Promise<CustomRoleRow> {
  const { clock, rng, store } = deps;
  const actions = checkedPermissions(permissions);
  assertMayGrantActions(actor, actions, name);
  if ((await customRoles(store.db)).length >= limits.custom_roles_max) {
    throw new ProblemError(
      "roles_full",
      `The workspace has ${limits.custom_roles_max} custom roles, which is the maximum. Delete one first.`,
    );
  }
  const now_ms = clock.now();
  const row = {
    id: newId("rol", clock, rng),
    name,
    permissions: toJson(actions),
    created_at: now_ms,
    updated_at: now_ms,
  };
  await withUniqueName(name, () =>
    store.write([
      { query: insertRow(store.db, "custom_roles", row), expect: 1 },
      audit(deps, actor, "role.create", row.id, { name, permissions: actions }),
    ]),
  );
  return row;
}

/**
 * Changes what every member with the role may do, immediately. Revokes the links by and for them, as a change of the
 * workspace role does.
 *
 * @throws ProblemError `role_not_found`, `name_taken`, `body_invalid`, `revision_stale`, or `scope_insufficient`.
 */
export async function updateRole(
  deps: TeamDeps,
  actor: Actor,
  id: string,
  change: RoleChange,
  seen: string | undefined,
): Promise<CustomRoleRow> {
  const { clock, store } = deps;
  const was = await findRole(deps, id);
  assertNotStale(seen, roleTag(was));
  const actions = change.permissions === undefined ? permissionsOf(was) : checkedPermissions(change.permissions);
  const name = change.name ?? was.name;
  assertMayGrantActions(actor, actions, name);
  const row = { ...was, name, permissions: toJson(actions), updated_at: clock.now() };
  const revoke = row.permissions === was.permissions ? [] : [{ query: deleteLinksOfRole(store.db, row.id) }];
  const written = await withUniqueName(name, () =>
    store.write([
      { query: updateCustomRole(store.db, was, row), expect: 1 },
      ...revoke,
      audit(deps, actor, "role.update", row.id, { name, permissions: actions, was: permissionsOf(was) }),
    ]),
  );
  if (written.outcome !== "committed") assertNotStale(roleTag(was), roleTag(await findRole(deps, id)));
  await renewMembers(deps, row.id);
  return row;
}

/**
 * Deletes a role. Where it's in use, `replacement` takes its place: another custom role, or the workspace role.
 * Revokes the links by and for its members.
 *
 * @throws ProblemError `role_not_found`, `role_in_use`, `role_insufficient`, or `scope_insufficient`.
 */
export async function deleteRole(
  deps: TeamDeps,
  actor: Actor,
  id: string,
  replacement: string | undefined,
): Promise<void> {
  const { store } = deps;
  const row = await findRole(deps, id);
  const uses = await assignmentsOf(store.db, row.id);
  if (uses.length > 0 && (replacement === undefined || replacement === row.id)) {
    throw new ProblemError(
      "role_in_use",
      `${uses.length} members have the role ${row.name}. Choose the role that replaces it: send ?replacement= with a role's ID, or ${WORKSPACE_ROLE}.`,
    );
  }
  const next =
    replacement === undefined || replacement === WORKSPACE_ROLE ? undefined : await findRole(deps, replacement);
  for (const { role, app_id } of uses) {
    if (next === undefined) assertMayGrantActions(actor, roleActions(role), role, app_id);
    else assertMayGrantActions(actor, permissionsOf(next), next.name, app_id);
  }
  const replace =
    next === undefined ? deleteAssignmentsOfRole(store.db, row.id) : reassignRole(store.db, row.id, next.id);
  const statements = [
    { query: deleteLinksOfRole(store.db, row.id) },
    // Another number: someone got or lost the role meanwhile, so the checks above don't cover them.
    { query: replace, expect: uses.length },
    { query: deleteCustomRole(store.db, row.id), expect: 1 },
    audit(deps, actor, "role.delete", row.id, { name: row.name, uses: uses.length, replacement: replacement ?? null }),
  ];
  if (!(await wasWritten(deps, statements))) {
    await findRole(deps, row.id);
    throw new ProblemError("role_in_use", `Members got or lost the role ${row.name} meanwhile. Try again.`);
  }
  for (const { member_id } of uses) deps.renewMember(member_id);
}

/** False if nothing was written. PostgreSQL sees an assignment that is written at the same time as a foreign key only. */
async function wasWritten({ store }: Pick<TeamDeps, "store">, statements: readonly Statement[]): Promise<boolean> {
  try {
    return (await store.write(statements)).outcome === "committed";
  } catch (error) {
    if (isForeignKeyViolation(error)) return false;
    throw error;
  }
}

/**
 * Gives a member a custom role in an app, or the workspace role again. Revokes the links by and for the member.
 *
 * @throws ProblemError `member_not_found`, `role_not_found`, `owner_unrestricted`, `role_insufficient`,
 * `scope_insufficient`, or `app_not_found`.
 */
export async function assignRole(
  deps: TeamDeps,
  actor: Actor,
  { id, app, role_id }: { readonly id: string; readonly app: AppRecord; readonly role_id: string | null },
): Promise<void> {
  const { store } = deps;
  const member = await findMember(deps, id);
  if (member.role === "owner") {
    throw new ProblemError(
      "owner_unrestricted",
      `${member.name} is an owner and has every permission. Change the workspace role first.`,
    );
  }
  const role = role_id === null ? undefined : await findRole(deps, role_id);
  if (role === undefined) assertMayGrantActions(actor, roleActions(member.role), member.role, app.id);
  else assertMayGrantActions(actor, permissionsOf(role), role.name, app.id);
  const was = (await appRoleRows(store.db, [member.id])).find(({ app_id }) => app_id === app.id);
  const query =
    role === undefined
      ? deleteAssignment(store.db, member.id, app.id)
      : putAssignment(store.db, { member_id: member.id, app_id: app.id, role_id: role.id });
  const statements = [
    { query },
    { query: deleteLinksOf(store.db, member.id) },
    auditStatement(deps, {
      ...{ member_id: actor.member_id, action: "member.set_app_role", app_id: app.id },
      resource: { type: "member", id: member.id },
      detail: { role: role?.name ?? null, was: was?.name ?? null },
    }),
  ];
  if (!(await wasWritten(deps, statements))) {
    // The member, the role, or the app was deleted meanwhile.
    await findMember(deps, id);
    if (role !== undefined) await findRole(deps, role.id);
    throw new ProblemError("app_not_found", "App not found.");
  }
  deps.renewMember(member.id);
}

async function renewMembers(deps: TeamDeps, id: RoleId): Promise<void> {
  for (const { member_id } of await assignmentsOf(deps.store.db, id)) deps.renewMember(member_id);
}

function audit(
  deps: TeamDeps,
  { member_id }: Actor,
  action: "role.create" | "role.update" | "role.delete",
  id: RoleId,
  detail: Readonly<Record<string, unknown>>,
): Statement {
  return auditStatement(deps, { member_id, action, resource: { type: "role", id }, detail });
}
