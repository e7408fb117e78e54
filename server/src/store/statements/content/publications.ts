import type { AppId, ContentId } from "@fanfare/contract/lib/ids";
import type { CompiledQuery, Selectable } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
export type PublicationRow = Selectable<Schema["publications"]>;

/** Where content is live, including paused. */
export function publicationsOf(
  db: Db,
  content_id: ContentId,
): Promise<Pick<PublicationRow, "app_id" | "version_id" | "paused_at">[]> {
  return db
    .selectFrom("publications")
    .select(["app_id", "version_id", "paused_at"])
    .where("content_id", "=", content_id)
    .orderBy("app_id")
    .execute();
}

/** Apps where any of this content is live, paused, or scheduled. */
export async function appsOfContents(db: Db, content_ids: readonly ContentId[]): Promise<readonly AppId[]> {
  if (content_ids.length === 0) return [];
  const rows = await db
    .selectFrom("publications")
    .select("app_id")
    .where("content_id", "in", content_ids)
    .union(db.selectFrom("scheduled_publications").select("app_id").where("content_id", "in", content_ids))
    .orderBy("app_id")
    .execute();
  return rows.map(({ app_id }) => app_id);
}

export function publicationOf(db: Db, content_id: ContentId, app_id: AppId): Promise<PublicationRow | undefined> {
  return db
    .selectFrom("publications")
    .selectAll()
    .where("content_id", "=", content_id)
    .where("app_id", "=", app_id)
    .executeTakeFirst();
}

/** Pauses or resumes content in an app. No row if it isn't live there or already has that state. */
export function pausePublication(
  db: Db,
  content_id: ContentId,
  app_id: AppId,
  paused_at: Millis | null,
): CompiledQuery {
  return db
    .updateTable("publications")
    .set({ paused_at })
    .where("content_id", "=", content_id)
    .where("app_id", "=", app_id)
    .where("paused_at", paused_at === null ? "is not" : "is", null)
    .compile();
}

/** Makes this version live in an app. No row if it already is. */
export function putPublication(db: Db, row: PublicationRow): CompiledQuery {
  const { version_id, published_at, published_by } = row;
  return db
    .insertInto("publications")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(["content_id", "app_id"])
        .doUpdateSet({ version_id, published_at, published_by, paused_at: null })
        .where("publications.version_id", "!=", version_id),
    )
    .compile();
}

/** No row if the content isn't live there. */
export function deletePublication(db: Db, content_id: ContentId, app_id: AppId): CompiledQuery {
  return db.deleteFrom("publications").where("content_id", "=", content_id).where("app_id", "=", app_id).compile();
}
