import type { CompiledQuery, Selectable } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
export type IdempotentResponseRow = Selectable<Schema["idempotent_answers"]>;

/** Binds an encrypted response to its row. */
export function responseVaultContext(key_hash: string): string {
  return `idempotent_answer:${key_hash}`;
}

/** Claims a key. No row if it's already claimed. */
export function claimKey(db: Db, row: IdempotentResponseRow): CompiledQuery {
  return db
    .insertInto("idempotent_answers")
    .values(row)
    .onConflict((conflict) => conflict.column("key_hash").doNothing())
    .compile();
}

export function responseForKey(db: Db, key_hash: string): Promise<IdempotentResponseRow | undefined> {
  return db.selectFrom("idempotent_answers").selectAll().where("key_hash", "=", key_hash).executeTakeFirst();
}

export function storeResponse(db: Db, key_hash: string, sealed: string): CompiledQuery {
  return db.updateTable("idempotent_answers").set({ sealed }).where("key_hash", "=", key_hash).compile();
}

export function deleteKey(db: Db, key_hash: string): CompiledQuery {
  return db.deleteFrom("idempotent_answers").where("key_hash", "=", key_hash).compile();
}

export function deleteKeysUntil(db: Db, until_ms: Millis): CompiledQuery {
  return db.deleteFrom("idempotent_answers").where("created_at", "<=", until_ms).compile();
}
