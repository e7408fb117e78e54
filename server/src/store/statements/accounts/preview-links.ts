import type { AppId, PreviewLinkId } from "@fanfare/contract/lib/ids";
import type { Role } from "@fanfare/contract/schema/accounts/sign-in";
import type { CompiledQuery, Selectable } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";

export interface PreviewLinkRow extends Selectable<Schema["preview_links"]> {
  readonly member_name: string;
  /** Current role of its member. */
  readonly role: Role;
  readonly content_name: string;
}

function links(db: Db) {
  return db
    .selectFrom("preview_links")
    .innerJoin("members", "members.id", "preview_links.member_id")
    .innerJoin("contents", "contents.id", "preview_links.content_id")
    .selectAll("preview_links")
    .select(["members.name as member_name", "members.role", "contents.name as content_name"]);
}

export function previewLinkByToken(db: Db, token_hash: string): Promise<PreviewLinkRow | undefined> {
  return links(db).where("preview_links.token_hash", "=", token_hash).executeTakeFirst();
}

export function previewLinkById(db: Db, id: PreviewLinkId): Promise<PreviewLinkRow | undefined> {
  return links(db).where("preview_links.id", "=", id).executeTakeFirst();
}

/** Links of an app that haven't expired, newest first. */
export function previewLinksIn(db: Db, app_id: AppId, now_ms: Millis, limit: number): Promise<PreviewLinkRow[]> {
  return links(db)
    .where("preview_links.app_id", "=", app_id)
    .where("preview_links.expires_at", ">", now_ms)
    .orderBy("preview_links.id", "desc")
    .limit(limit)
    .execute();
}

export function touchPreviewLink(db: Db, id: PreviewLinkId, now_ms: Millis): CompiledQuery {
  return db.updateTable("preview_links").set({ last_used_at: now_ms }).where("id", "=", id).compile();
}

export function deletePreviewLink(db: Db, id: PreviewLinkId): CompiledQuery {
  return db.deleteFrom("preview_links").where("id", "=", id).compile();
}

export function deleteExpiredPreviewLinks(db: Db, app_id: AppId, now_ms: Millis): CompiledQuery {
  return db.deleteFrom("preview_links").where("app_id", "=", app_id).where("expires_at", "<=", now_ms).compile();
}
