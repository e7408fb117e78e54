import type { AppId, ContentId, VersionId } from "@fanfare/contract/ids";
import { type CompiledQuery, type Kysely, type Selectable, sql } from "kysely";
import type { Schema } from "./schema.ts";

type Db = Kysely<Schema>;
export type PublicationRow = Selectable<Schema["publications"]>;
export type VersionRow = Selectable<Schema["versions"]>;

/** Makes this version live in the app, in place of any other of the same content. */
export function upsertPublication(db: Db, row: PublicationRow): CompiledQuery {
  return db
    .insertInto("publications")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["content_id", "app_id"]).doUpdateSet({
        version_id: row.version_id,
        published_at: row.published_at,
        published_by: row.published_by,
      }),
    )
    .compile();
}

export function deletePublication(db: Db, content_id: ContentId, app_id: AppId): CompiledQuery {
  return db.deleteFrom("publications").where("content_id", "=", content_id).where("app_id", "=", app_id).compile();
}

/** Freezes an edition under the number that follows the last one. */
export function insertVersion(db: Db, row: Omit<VersionRow, "number">): CompiledQuery {
  return db
    .insertInto("versions")
    .values({
      ...row,
      number: sql<number>`(select coalesce(max(number), 0) + 1 from versions where content_id = ${row.content_id})`,
    })
    .compile();
}

/** The version that froze this revision of the draft, so that publishing it in a second app makes no twin. */
export function versionOfRevision(db: Db, content_id: ContentId, revision: number): Promise<VersionRow | undefined> {
  return db
    .selectFrom("versions")
    .selectAll()
    .where("content_id", "=", content_id)
    .where("revision", "=", revision)
    .executeTakeFirst();
}

export interface VersionInUseRow {
  readonly id: VersionId;
  readonly number: number;
  readonly frozen_at: number;
  readonly author_name: string | null;
}

export function versionsOf(db: Db, content_id: ContentId, limit: number): Promise<VersionInUseRow[]> {
  return db
    .selectFrom("versions")
    .leftJoin("members", "members.id", "versions.created_by")
    .where("versions.content_id", "=", content_id)
    .select(["versions.id", "versions.number", "versions.frozen_at", "members.name as author_name"])
    .orderBy("versions.number", "desc")
    .limit(limit)
    .execute();
}

export function publicationsOf(db: Db, content_id: ContentId): Promise<PublicationRow[]> {
  return db.selectFrom("publications").selectAll().where("content_id", "=", content_id).execute();
}

/** Raises what open pages compare: whoever holds a lower number asks again. */
export function raiseConfigVersion(db: Db, app_id: AppId): CompiledQuery {
  return db
    .updateTable("apps")
    .set((eb) => ({ config_version: eb("config_version", "+", 1) }))
    .where("id", "=", app_id)
    .compile();
}
