import type { AppId } from "@fanfare/contract/lib/ids";
import type { JsonText, Millis } from "../../schema/column-types.ts";
import type { Db } from "../../schema/schema.ts";

export interface PublicationRow {
  readonly app_id: AppId;
  readonly paused_at: Millis | null;
  readonly edition: JsonText;
}

/** Publications of the content with this slug, in the order of their apps. */
export function publicationsOfSlug(db: Db, slug: string): Promise<PublicationRow[]> {
  return db
    .selectFrom("contents")
    .innerJoin("publications", "publications.content_id", "contents.id")
    .innerJoin("versions", "versions.id", "publications.version_id")
    .where("contents.slug", "=", slug)
    .where("contents.archived_at", "is", null)
    .select(["publications.app_id", "publications.paused_at", "versions.edition"])
    .orderBy("publications.app_id")
    .execute();
}
