import type { MemberId, ProvisionedGroupId } from "@fanfare/contract/lib/ids";
import { type CompiledQuery, type RawBuilder, type Selectable, sql } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
import { deleteLinksOf } from "../accounts/account-links.ts";

/** A member as the provisioning service sees them. The columns are null for members it never changed. */
export interface ProvisionedUserRow {
  readonly id: MemberId;
  readonly email: string;
  readonly name: string;
  readonly role: Selectable<Schema["members"]>["role"];
  readonly created_at: Millis;
  readonly user_name: string | null;
  readonly external_id: string | null;
  readonly deactivated_at: Millis | null;
  readonly updated_at: Millis | null;
}

export interface UserPage {
  readonly filter: UserFilter;
  readonly offset: number;
  readonly limit: number;
}

export type UserFilter =
  | { readonly by: "all" }
  | { readonly by: "user_name" | "external_id" | "id" | "email"; readonly value: string };

function matches(filter: UserFilter): RawBuilder<boolean> {
  switch (filter.by) {
    case "all":
      return sql<boolean>`1 = 1`;
    case "user_name":
      return sql<boolean>`lower(coalesce(provisioned_members.user_name, members.email)) = ${filter.value.toLowerCase()}`;
    case "email":
      return sql<boolean>`members.email = ${filter.value.toLowerCase()}`;
    case "external_id":
      return sql<boolean>`provisioned_members.external_id = ${filter.value}`;
    case "id":
      return sql<boolean>`members.id = ${filter.value}`;
  }
}

function users(db: Db) {
  return db
    .selectFrom("members")
    .leftJoin("provisioned_members", "provisioned_members.member_id", "members.id")
    .select(["members.id", "members.email", "members.name", "members.role", "members.created_at"])
    .select(["user_name", "external_id", "deactivated_at", "updated_at"]);
}

export function provisionedUser(db: Db, id: MemberId): Promise<ProvisionedUserRow | undefined> {
  return users(db).where("members.id", "=", id).executeTakeFirst();
}

export async function provisionedUsers(
  db: Db,
  { filter, offset, limit }: UserPage,
): Promise<{ readonly rows: readonly ProvisionedUserRow[]; readonly total: number }> {
  const [rows, counted] = await Promise.all([
    users(db).where(matches(filter)).orderBy("members.id").offset(offset).limit(limit).execute(),
    users(db)
      .clearSelect()
      .select(({ fn }) => fn.countAll().as("total"))
      .where(matches(filter))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(counted.total) };
}

export type ProvisionedMember = Selectable<Schema["provisioned_members"]>;

export function putProvisionedMember(db: Db, row: ProvisionedMember): CompiledQuery {
  const { member_id: _, ...change } = row;
  return db
    .insertInto("provisioned_members")
    .values(row)
    .onConflict((conflict) => conflict.column("member_id").doUpdateSet(change))
    .compile();
}

/** No row if it has changed meanwhile. */
export function setAccount(
  db: Db,
  id: MemberId,
  { name, email }: { readonly name: string; readonly email: string },
): CompiledQuery {
  return db.updateTable("members").set({ name, email }).where("id", "=", id).compile();
}

/** One row unless the member is the only owner who isn't deactivated. */
export function guardOtherOwner(db: Db, id: MemberId): CompiledQuery {
  return db
    .updateTable("members")
    .set({ id })
    .where("id", "=", id)
    .where((eb) =>
      eb.or([
        eb("role", "!=", "owner"),
        eb.exists(
          eb
            .selectFrom("members as other")
            .select("other.id")
            .where("other.id", "!=", id)
            .where("other.role", "=", "owner")
            .where(isActive("other.id")),
        ),
      ]),
    )
    .compile();
}

/** Whether the member with the ID in this column isn't deactivated. */
export function isActive(member_id: "members.id" | "other.id"): RawBuilder<boolean> {
  return sql<boolean>`not exists (select 1 from provisioned_members
    where provisioned_members.member_id = ${sql.ref(member_id)} and provisioned_members.deactivated_at is not null)`;
}

export async function isDeactivated(db: Db, id: MemberId): Promise<boolean> {
  const row = await db
    .selectFrom("provisioned_members")
    .select("deactivated_at")
    .where("member_id", "=", id)
    .executeTakeFirst();
  return row !== undefined && row.deactivated_at !== null;
}

/** Ends everything by which a member acts: sessions with their builders, tokens, and links. */
export function endAccess(db: Db, member_id: MemberId): readonly CompiledQuery[] {
  return [
    db.deleteFrom("sign_ins").where("member_id", "=", member_id).compile(),
    db.deleteFrom("api_tokens").where("member_id", "=", member_id).compile(),
    db.deleteFrom("preview_links").where("member_id", "=", member_id).compile(),
    db.deleteFrom("dashboard_links").where("member_id", "=", member_id).compile(),
    deleteLinksOf(db, member_id),
  ];
}

export type ProvisionedGroupRow = Selectable<Schema["provisioned_groups"]>;

export function provisionedGroup(db: Db, id: ProvisionedGroupId): Promise<ProvisionedGroupRow | undefined> {
  return db.selectFrom("provisioned_groups").selectAll().where("id", "=", id).executeTakeFirst();
}

/** All that match, by ID: there are few. */
export function provisionedGroups(db: Db, display_name: string | undefined): Promise<ProvisionedGroupRow[]> {
  const query = db.selectFrom("provisioned_groups").selectAll().orderBy("id");
  return (
    display_name === undefined ? query : query.where(sql`lower(display_name)`, "=", display_name.toLowerCase())
  ).execute();
}

export function updateProvisionedGroup(db: Db, { id, ...change }: ProvisionedGroupRow): CompiledQuery {
  return db.updateTable("provisioned_groups").set(change).where("id", "=", id).compile();
}

export function deleteProvisionedGroup(db: Db, id: ProvisionedGroupId): CompiledQuery {
  return db.deleteFrom("provisioned_groups").where("id", "=", id).compile();
}

export interface GroupMemberRow {
  readonly group_id: ProvisionedGroupId;
  readonly display_name: string;
  readonly group_role: ProvisionedGroupRow["role"];
  readonly member_id: MemberId;
  readonly member_name: string;
}

/** Memberships of a group or of a member. */
export function groupMembers(
  db: Db,
  of: { readonly group_id: ProvisionedGroupId } | { readonly member_ids: readonly MemberId[] },
): Promise<GroupMemberRow[]> {
  const query = db
    .selectFrom("provisioned_group_members")
    .innerJoin("provisioned_groups", "provisioned_groups.id", "provisioned_group_members.group_id")
    .innerJoin("members", "members.id", "provisioned_group_members.member_id")
    .select(["group_id", "display_name", "provisioned_groups.role as group_role", "member_id"])
    .select("members.name as member_name")
    .orderBy("member_id")
    .orderBy("group_id");
  return (
    "group_id" in of ? query.where("group_id", "=", of.group_id) : query.where("member_id", "in", of.member_ids)
  ).execute();
}

export function clearGroup(db: Db, group_id: ProvisionedGroupId): CompiledQuery {
  return db.deleteFrom("provisioned_group_members").where("group_id", "=", group_id).compile();
}
