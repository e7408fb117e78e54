import type { MemberId, SegmentId } from "@fanfare/contract/lib/ids";
import type { CompiledQuery, Selectable } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
export type SegmentRow = Selectable<Schema["segments"]>;

/** Unpaged: there are at most a few hundred. */
export function allSegments(db: Db): Promise<SegmentRow[]> {
  return db.selectFrom("segments").selectAll().where("archived_at", "is", null).orderBy("name").execute();
}

export function segmentById(db: Db, id: SegmentId): Promise<SegmentRow | undefined> {
  return db.selectFrom("segments").selectAll().where("id", "=", id).where("archived_at", "is", null).executeTakeFirst();
}

/** No row if it was changed since `revision`. */
export function updateSegment(
  db: Db,
  at: { readonly id: SegmentId; readonly revision: number },
  change: Partial<Pick<SegmentRow, "name" | "rule">>,
  by: { readonly member_id: MemberId | null; readonly now_ms: Millis },
): CompiledQuery {
  return db
    .updateTable("segments")
    .set({ ...change, revision: at.revision + 1, updated_at: by.now_ms, updated_by: by.member_id })
    .where("id", "=", at.id)
    .where("revision", "=", at.revision)
    .where("archived_at", "is", null)
    .compile();
}

export function deletedSegment(db: Db, id: SegmentId): Promise<SegmentRow | undefined> {
  return db
    .selectFrom("segments")
    .selectAll()
    .where("id", "=", id)
    .where("archived_at", "is not", null)
    .executeTakeFirst();
}

/** Deletes a segment, or restores it with null. No row if it already has that state. */
export function archiveSegment(db: Db, id: SegmentId, archived_at: Millis | null): CompiledQuery {
  return db
    .updateTable("segments")
    .set({ archived_at })
    .where("id", "=", id)
    .where("archived_at", archived_at === null ? "is not" : "is", null)
    .compile();
}
