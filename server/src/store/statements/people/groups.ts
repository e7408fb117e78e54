import type { AppId, GroupId, PersonId } from "@fanfare/contract/lib/ids";
import { type CompiledQuery, type Insertable, type Selectable, sql } from "kysely";
import type { JsonText } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
import { keepExisting } from "../keep-existing.ts";
import type { PersonRow } from "./people.ts";
export type GroupRow = Selectable<Schema["groups"]>;

export function groupByExternalId(db: Db, app_id: AppId, external_id: string): Promise<GroupRow | undefined> {
  return db
    .selectFrom("groups")
    .selectAll()
    .where("app_id", "=", app_id)
    .where("external_id", "=", external_id)
    .executeTakeFirst();
}

export function listGroups(db: Db, app_id: AppId, after: string, rows_max: number): Promise<GroupRow[]> {
  return db
    .selectFrom("groups")
    .selectAll()
    .where("app_id", "=", app_id)
    .where("external_id", ">", after)
    .orderBy("external_id")
    .limit(rows_max)
    .execute();
}

/** Groups whose external ID or name starts with a text. At most `rows_max` from each index. */
export async function searchGroups(
  db: Db,
  app_id: AppId,
  text: { readonly typed: string; readonly lower: string },
  rows_max: number,
): Promise<GroupRow[]> {
  const beginning = (column: "external_id" | "search_name", begin: string) =>
    db
      .selectFrom("groups")
      .selectAll()
      .where("app_id", "=", app_id)
      .where(column, ">=", begin)
      .where(column, "<", `${begin}\u{10ffff}`)
      .orderBy(column)
      .limit(rows_max)
      .execute();
  const parts = await Promise.all([beginning("external_id", text.typed), beginning("search_name", text.lower)]);
  return [...new Map(parts.flat().map((row) => [row.id, row])).values()].slice(0, rows_max);
}

/** No-op if the group exists. */
export function insertGroup(db: Db, row: Insertable<Schema["groups"]>): CompiledQuery {
  return db.insertInto("groups").values(row).onConflict(keepExisting).compile();
}

/** Replaces attributes calculated from `before`. No row if they have changed. */
export function replaceGroupAttributes(
  db: Db,
  id: GroupId,
  before: JsonText,
  after: Pick<GroupRow, "attributes" | "search_name" | "updated_at">,
): CompiledQuery {
  return db.updateTable("groups").set(after).where("id", "=", id).where("attributes", "=", before).compile();
}

export async function membershipAttributes(
  db: Db,
  person_id: PersonId,
  group_id: GroupId,
): Promise<JsonText | undefined> {
  const row = await db
    .selectFrom("memberships")
    .select("attributes")
    .where("person_id", "=", person_id)
    .where("group_id", "=", group_id)
    .executeTakeFirst();
  return row?.attributes;
}

/** External IDs of a person's groups. */
export async function groupNamesOf(db: Db, person_id: PersonId): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("memberships")
    .innerJoin("groups", "groups.id", "memberships.group_id")
    .select("groups.external_id")
    .where("memberships.person_id", "=", person_id)
    .execute();
  return rows.map(({ external_id }) => external_id);
}

/** The first groups of each person by external ID, with the number of all groups of the person. */
export function firstGroupsOf(db: Db, person_ids: readonly PersonId[], groups_max: number) {
  const ranked = db
    .selectFrom("memberships")
    .innerJoin("groups", "groups.id", "memberships.group_id")
    .where("memberships.person_id", "in", person_ids)
    .select(({ fn }) => [
      "memberships.person_id",
      "groups.external_id",
      "groups.attributes",
      fn
        .agg<number>("row_number")
        .over((over) => over.partitionBy("person_id").orderBy("external_id"))
        .as("place"),
      fn
        .countAll()
        .over((over) => over.partitionBy("person_id"))
        .as("total"),
    ]);
  return db
    .selectFrom(ranked.as("ranked"))
    .selectAll()
    .where("place", "<=", groups_max)
    .orderBy("person_id")
    .orderBy("place")
    .execute();
}
export type FirstGroupRow = Awaited<ReturnType<typeof firstGroupsOf>>[number];

export async function countMemberships(db: Db, person_id: PersonId): Promise<number> {
  const { count } = await db
    .selectFrom("memberships")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("person_id", "=", person_id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** No-op if the person is already in the group. */
export function insertMembership(db: Db, row: Insertable<Schema["memberships"]>): CompiledQuery {
  return db.insertInto("memberships").values(row).onConflict(keepExisting).compile();
}

/** Replaces attributes calculated from `before`. No row if they have changed. */
export function replaceMembershipAttributes(
  db: Db,
  { person_id, group_id }: { readonly person_id: PersonId; readonly group_id: GroupId },
  before: JsonText,
  attributes: JsonText,
): CompiledQuery {
  return db
    .updateTable("memberships")
    .set({ attributes })
    .where("person_id", "=", person_id)
    .where("group_id", "=", group_id)
    .where("attributes", "=", before)
    .compile();
}

/** No row if the person isn't in the group. */
export function deleteMembership(db: Db, person_id: PersonId, group_id: GroupId): CompiledQuery {
  return db.deleteFrom("memberships").where("person_id", "=", person_id).where("group_id", "=", group_id).compile();
}

/** People of a group with their membership attributes, by ID, after `after`. Uses the group's index. */
export function membersOf(db: Db, group_id: GroupId, after: string, rows_max: number): Promise<GroupMemberRow[]> {
  return db
    .selectFrom("memberships")
    .innerJoin("people", "people.id", "memberships.person_id")
    .selectAll("people")
    .select("memberships.attributes as membership")
    .where("memberships.group_id", "=", group_id)
    .where(sql<boolean>`memberships.person_id > ${after}`)
    .orderBy("memberships.person_id")
    .limit(rows_max)
    .execute();
}
export type GroupMemberRow = PersonRow & { readonly membership: JsonText };

export async function countMembers(db: Db, group_id: GroupId, count_max: number): Promise<number> {
  const { count } = await db
    .selectFrom(
      db.selectFrom("memberships").select("person_id").where("group_id", "=", group_id).limit(count_max).as("some"),
    )
    .select((eb) => eb.fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Number of people by group, for the groups of a page. Uses the index `memberships_by_group`. */
export async function countMembersOf(db: Db, group_ids: readonly GroupId[]): Promise<ReadonlyMap<GroupId, number>> {
  if (group_ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("memberships")
    .select(({ fn }) => ["group_id", fn.countAll().as("people")])
    .where("group_id", "in", [...group_ids])
    .groupBy("group_id")
    .execute();
  return new Map(rows.map(({ group_id, people }) => [group_id, Number(people)]));
}
