import type { MemberId, VersionId } from "@fanfare/contract/lib/ids";
import type { CompiledQuery, Selectable } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
import { keepExisting } from "../keep-existing.ts";

type ReviewRow = Selectable<Schema["reviews"]>;
export type ReviewKey = Pick<ReviewRow, "content_id" | "app_id" | "revision">;

interface By {
  readonly member_id: MemberId | null;
  readonly now_ms: Millis;
}

/** No row if it was requested before. */
export function insertReview(db: Db, key: ReviewKey, { member_id, now_ms }: By): CompiledQuery {
  const row = { ...key, requested_at: now_ms, requested_by: member_id, approved_at: null, approved_by: null };
  return db.insertInto("reviews").values(row).onConflict(keepExisting).compile();
}

/** No row if it wasn't requested, or is approved already. */
export function approveReview(db: Db, key: ReviewKey, { member_id, now_ms }: By): CompiledQuery {
  return db
    .updateTable("reviews")
    .set({ approved_at: now_ms, approved_by: member_id })
    .where("content_id", "=", key.content_id)
    .where("app_id", "=", key.app_id)
    .where("revision", "=", key.revision)
    .where("approved_at", "is", null)
    .compile();
}

/** Changes nothing. One row if the revision is approved. */
export function guardApproval(db: Db, key: ReviewKey): CompiledQuery {
  return db
    .updateTable("reviews")
    .set({ revision: key.revision })
    .where("content_id", "=", key.content_id)
    .where("app_id", "=", key.app_id)
    .where("revision", "=", key.revision)
    .where("approved_at", "is not", null)
    .compile();
}

/** No row if there's none. */
export function deleteReview(db: Db, { content_id, app_id, revision }: ReviewKey): CompiledQuery {
  return db
    .deleteFrom("reviews")
    .where("content_id", "=", content_id)
    .where("app_id", "=", app_id)
    .where("revision", "=", revision)
    .compile();
}

export function reviewOf(
  db: Db,
  { content_id, app_id, revision }: ReviewKey,
): Promise<Pick<ReviewRow, "requested_by" | "approved_at"> | undefined> {
  return db
    .selectFrom("reviews")
    .select(["requested_by", "approved_at"])
    .where("content_id", "=", content_id)
    .where("app_id", "=", app_id)
    .where("revision", "=", revision)
    .executeTakeFirst();
}

/** A member who can approve, or was asked to. */
export type ReviewerRow = Pick<Selectable<Schema["members"]>, "id" | "name">;

/** Name and revision of versions' content, for versions that exist. */
export function reviewedRevisions(
  db: Db,
  version_ids: readonly VersionId[],
): Promise<(Pick<ReviewRow, "content_id" | "revision"> & { readonly name: string })[]> {
  return db
    .selectFrom("versions")
    .innerJoin("contents", "contents.id", "versions.content_id")
    .select(["versions.content_id", "versions.revision", "contents.name"])
    .where("versions.id", "in", version_ids)
    .execute();
}
