import type { AppId, ContentId, PersonId } from "@fanfare/contract/lib/ids";
import type { JsonText, Millis } from "../../schema/column-types.ts";
import type { Db } from "../../schema/schema.ts";

export interface SearchEventRow {
  readonly person_id: PersonId;
  readonly props: JsonText;
}

/** Searches in a resource center, newest first. */
export async function searchEvents(
  db: Db,
  at: { readonly app_id: AppId; readonly content_id: ContentId; readonly from: Millis; readonly to: Millis },
  limit: number,
): Promise<readonly SearchEventRow[]> {
  return db
    .selectFrom("events")
    .select(["person_id", "props"])
    .where("app_id", "=", at.app_id)
    .where("name", "=", "resource_center_searched")
    .where("received_at", ">=", at.from)
    .where("received_at", "<", at.to)
    .where("content_id", "=", at.content_id)
    .orderBy("received_at", "desc")
    .limit(limit)
    .execute();
}
