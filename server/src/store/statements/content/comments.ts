import type { CommentId, ContentId, MemberId } from "@fanfare/contract/lib/ids";
import type { CompiledQuery, Selectable } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";

export interface CommentRow extends Selectable<Schema["comments"]> {
  /** Names, if they're still members. */
  readonly member_name: string | null;
  readonly resolver_name: string | null;
}

/** Oldest first. */
export function commentsOf(db: Db, content_id: ContentId, rows_max: number): Promise<CommentRow[]> {
  return db
    .selectFrom("comments")
    .leftJoin("members", "members.id", "comments.member_id")
    .leftJoin("members as resolver", "resolver.id", "comments.resolved_by")
    .selectAll("comments")
    .select(["members.name as member_name", "resolver.name as resolver_name"])
    .where("comments.content_id", "=", content_id)
    .orderBy("comments.id")
    .limit(rows_max)
    .execute();
}

/** Resolves the open comments on a step. */
export function resolveComments(
  db: Db,
  at: { readonly content_id: ContentId; readonly step_id: string },
  by: { readonly member_id: MemberId | null; readonly now_ms: Millis },
): CompiledQuery {
  return db
    .updateTable("comments")
    .set({ resolved_at: by.now_ms, resolved_by: by.member_id })
    .where("content_id", "=", at.content_id)
    .where("step_id", "=", at.step_id)
    .where("resolved_at", "is", null)
    .compile();
}

export function deleteComment(db: Db, id: CommentId): CompiledQuery {
  return db.deleteFrom("comments").where("id", "=", id).compile();
}
