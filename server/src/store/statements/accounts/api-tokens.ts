import type { ApiTokenId } from "@fanfare/contract/lib/ids";
import type { Role } from "@fanfare/contract/schema/accounts/sign-in";
import type { CompiledQuery, Selectable } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
import { isActive } from "../identity/provisioning.ts";

export type ApiTokenRow = Selectable<Schema["api_tokens"]>;

/** A token and its member's current role. Null for an operator's token. */
export type BearerRow = ApiTokenRow & { readonly role: Role | null };

export function tokenByHash(db: Db, token_hash: string): Promise<BearerRow | undefined> {
  return db
    .selectFrom("api_tokens")
    .leftJoin("members", "members.id", "api_tokens.member_id")
    .where("api_tokens.token_hash", "=", token_hash)
    .where(isActive("members.id"))
    .selectAll("api_tokens")
    .select("members.role")
    .executeTakeFirst();
}

export function tokensAfter(
  db: Db,
  page: { readonly after: ApiTokenId | undefined; readonly limit: number },
): Promise<ApiTokenRow[]> {
  const query = db.selectFrom("api_tokens").selectAll().orderBy("id").limit(page.limit);
  return (page.after === undefined ? query : query.where("id", ">", page.after)).execute();
}

export function tokenById(db: Db, id: ApiTokenId): Promise<ApiTokenRow | undefined> {
  return db.selectFrom("api_tokens").selectAll().where("id", "=", id).executeTakeFirst();
}

export function touchToken(db: Db, id: ApiTokenId, now_ms: Millis): CompiledQuery {
  return db.updateTable("api_tokens").set({ last_used_at: now_ms }).where("id", "=", id).compile();
}

/** Ends a token at once, and keeps its row, so that its ID can't be used again. */
export function endToken(db: Db, id: ApiTokenId, now_ms: Millis): CompiledQuery {
  return db.updateTable("api_tokens").set({ expires_at: now_ms }).where("id", "=", id).compile();
}

export function deleteToken(db: Db, id: ApiTokenId): CompiledQuery {
  return db.deleteFrom("api_tokens").where("id", "=", id).compile();
}
