import type { AppId, MemberId, RoleId } from "@fanfare/contract/lib/ids";
import type { CompiledQuery, Selectable } from "kysely";
import type { Db, Schema } from "../../schema/schema.ts";

export type CustomRoleRow = Selectable<Schema["custom_roles"]>;
type AssignmentRow = Selectable<Schema["member_app_roles"]>;

export function customRoles(db: Db): Promise<(CustomRoleRow & { readonly uses: number })[]> {
  return db
    .selectFrom("custom_roles")
    .leftJoin("member_app_roles", "member_app_roles.role_id", "custom_roles.id")
    .selectAll("custom_roles")
    .select(({ fn }) => fn.count<number>("member_app_roles.member_id").as("uses"))
    .groupBy("custom_roles.id")
    .orderBy("custom_roles.name")
    .execute();
}

export function customRoleById(db: Db, id: RoleId): Promise<CustomRoleRow | undefined> {
  return db.selectFrom("custom_roles").selectAll().where("id", "=", id).executeTakeFirst();
}

/** No row if the role changed meanwhile. */
export function updateCustomRole(db: Db, was: CustomRoleRow, now: Partial<CustomRoleRow>): CompiledQuery {
  return db
    .updateTable("custom_roles")
    .set(now)
    .where("id", "=", was.id)
    .where("name", "=", was.name)
    .where("permissions", "=", was.permissions)
    .compile();
}

export function deleteCustomRole(db: Db, id: RoleId): CompiledQuery {
  return db.deleteFrom("custom_roles").where("id", "=", id).compile();
}

/** Members with a role, with their workspace role. */
export function assignmentsOf(db: Db, role_id: RoleId) {
  return db
    .selectFrom("member_app_roles")
    .innerJoin("members", "members.id", "member_app_roles.member_id")
    .select(["members.id as member_id", "members.role", "member_app_roles.app_id"])
    .where("role_id", "=", role_id)
    .execute();
}

export function reassignRole(db: Db, from: RoleId, to: RoleId): CompiledQuery {
  return db.updateTable("member_app_roles").set({ role_id: to }).where("role_id", "=", from).compile();
}

export function deleteAssignmentsOfRole(db: Db, role_id: RoleId): CompiledQuery {
  return db.deleteFrom("member_app_roles").where("role_id", "=", role_id).compile();
}

export function putAssignment(db: Db, row: AssignmentRow): CompiledQuery {
  const { role_id } = row;
  return db
    .insertInto("member_app_roles")
    .values(row)
    .onConflict((conflict) => conflict.columns(["member_id", "app_id"]).doUpdateSet({ role_id }))
    .compile();
}

export function deleteAssignment(db: Db, member_id: MemberId, app_id: AppId): CompiledQuery {
  return db.deleteFrom("member_app_roles").where("member_id", "=", member_id).where("app_id", "=", app_id).compile();
}

export function deleteAssignmentsOf(db: Db, member_id: MemberId): CompiledQuery {
  return db.deleteFrom("member_app_roles").where("member_id", "=", member_id).compile();
}

export interface AppRoleRow extends AssignmentRow {
  readonly name: string;
  readonly permissions: string;
}

/** Custom roles of these members, or of all. */
export async function appRoleRows(db: Db, member_ids?: readonly MemberId[]): Promise<AppRoleRow[]> {
  // PostgreSQL refuses an empty list.
  if (member_ids?.length === 0) return [];
  const query = db
    .selectFrom("member_app_roles")
    .innerJoin("custom_roles", "custom_roles.id", "member_app_roles.role_id")
    .select(["member_id", "app_id", "role_id", "name", "permissions"])
    .orderBy("app_id");
  return await (member_ids === undefined ? query : query.where("member_id", "in", member_ids)).execute();
}
