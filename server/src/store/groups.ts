import type { AppId, GroupId, PersonId } from "@fanfare/contract/ids";
import { type CompiledQuery, type Insertable, type Kysely, type Selectable, sql } from "kysely";
import type { JsonText, Millis, Schema } from "./schema.ts";

type Db = Kysely<Schema>;
export type GroupRow = Selectable<Schema["groups"]>;

export function groupByExternalId(db: Db, app_id: AppId, external_id: string): Promise<GroupRow | undefined> {
  return db
    .selectFrom("groups")
    .selectAll()
    .where("app_id", "=", app_id)
    .where("external_id", "=", external_id)
    .executeTakeFirst();
}

/** Groups by external id, those whose external id begins with a text. */
export function listGroups(
  db: Db,
  app_id: AppId,
  text: string,
  after: string | undefined,
  rows_max: number,
): Promise<GroupRow[]> {
  const query = db
    .selectFrom("groups")
    .selectAll()
    .where("app_id", "=", app_id)
    .where("external_id", ">=", text)
    .where(sql<boolean>`external_id < ${`${text}\u{10ffff}`}`)
    .orderBy("external_id")
    .limit(rows_max);
  return (after === undefined ? query : query.where("external_id", ">", after)).execute();
}

/** Does nothing when the group exists already. */
export function insertGroup(db: Db, row: Insertable<Schema["groups"]>): CompiledQuery {
  return db
    .insertInto("groups")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .compile();
}

/** Sets attributes that were worked out from `before`; no row when they are no longer those. */
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

export async function countMemberships(db: Db, person_id: PersonId): Promise<number> {
  const { count } = await db
    .selectFrom("memberships")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("person_id", "=", person_id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function putMembership(
  db: Db,
  row: { person_id: PersonId; group_id: GroupId; attributes: JsonText; created_at: Millis },
): CompiledQuery {
  return db
    .insertInto("memberships")
    .values(row)
    .onConflict((conflict) => conflict.columns(["person_id", "group_id"]).doUpdateSet({ attributes: row.attributes }))
    .compile();
}

/** No row when the person is not in that group. */
export function deleteMembership(db: Db, person_id: PersonId, group_id: GroupId): CompiledQuery {
  return db.deleteFrom("memberships").where("person_id", "=", person_id).where("group_id", "=", group_id).compile();
}
