import type { AppId, ContentId, VersionId } from "@fanfare/contract/lib/ids";
import type { Bit, JsonText, Millis } from "../../schema/column-types.ts";
import type { Db } from "../../schema/schema.ts";

/** Content that is live in an app, with the edition of its published version. */
export interface PublishedRow {
  readonly content_id: ContentId;
  readonly slug: string;
  readonly name: string;
  readonly created_at: Millis;
  readonly version_id: VersionId;
  readonly version_number: number;
  readonly edition: JsonText;
}

export function publishedIn(db: Db, app_id: AppId): Promise<PublishedRow[]> {
  return db
    .selectFrom("publications")
    .innerJoin("contents", "contents.id", "publications.content_id")
    .innerJoin("versions", "versions.id", "publications.version_id")
    .where("publications.app_id", "=", app_id)
    .where("publications.paused_at", "is", null)
    .where("contents.archived_at", "is", null)
    .select([
      "contents.id as content_id",
      "contents.slug",
      "contents.name",
      "contents.created_at",
      "versions.id as version_id",
      "versions.number as version_number",
      "versions.edition",
    ])
    .execute();
}

/** Version of content that is live in an app, including paused. */
export function liveVersion(
  db: Db,
  app_id: AppId,
  content_id: ContentId,
): Promise<Pick<PublishedRow, "version_number" | "edition"> | undefined> {
  return db
    .selectFrom("publications")
    .innerJoin("versions", "versions.id", "publications.version_id")
    .select(["versions.number as version_number", "versions.edition"])
    .where("publications.content_id", "=", content_id)
    .where("publications.app_id", "=", app_id)
    .executeTakeFirst();
}

/** Edition of {@link liveVersion}. */
export async function liveEdition(db: Db, app_id: AppId, content_id: ContentId): Promise<JsonText | undefined> {
  return (await liveVersion(db, app_id, content_id))?.edition;
}

/** {@link liveEdition} of several items. */
export function liveEditions(
  db: Db,
  app_id: AppId,
  content_ids: readonly ContentId[],
): Promise<Pick<PublishedRow, "content_id" | "edition">[]> {
  return db
    .selectFrom("publications")
    .innerJoin("versions", "versions.id", "publications.version_id")
    .select(["publications.content_id", "versions.edition"])
    .where("publications.content_id", "in", [...content_ids])
    .where("publications.app_id", "=", app_id)
    .execute();
}

/** Edition of a version, live or not. */
export async function editionOf(db: Db, content_id: ContentId, version_id: VersionId): Promise<JsonText | undefined> {
  const row = await db
    .selectFrom("versions")
    .select("edition")
    .where("id", "=", version_id)
    .where("content_id", "=", content_id)
    .executeTakeFirst();
  return row?.edition;
}

/** Whether this content exists. The console's own content belongs to the hidden app. */
export async function contentExists(db: Db, id: ContentId, system: Bit): Promise<boolean> {
  const row = await db
    .selectFrom("contents")
    .select("id")
    .where("id", "=", id)
    .where("system", "=", system)
    .executeTakeFirst();
  return row !== undefined;
}
