import type { CompiledQuery, Kysely, Selectable } from "kysely";
import type { Millis, Schema } from "./schema.ts";

type Db = Kysely<Schema>;
export type IdempotentAnswerRow = Selectable<Schema["idempotent_answers"]>;

/** Claims a key: no row when somebody has it. */
export function claimKey(db: Db, row: IdempotentAnswerRow): CompiledQuery {
  return db
    .insertInto("idempotent_answers")
    .values(row)
    .onConflict((conflict) => conflict.column("key_hash").doNothing())
    .compile();
}

export function answerOfKey(db: Db, key_hash: string): Promise<IdempotentAnswerRow | undefined> {
  return db.selectFrom("idempotent_answers").selectAll().where("key_hash", "=", key_hash).executeTakeFirst();
}

export function keepAnswer(db: Db, key_hash: string, sealed: string): CompiledQuery {
  return db.updateTable("idempotent_answers").set({ sealed }).where("key_hash", "=", key_hash).compile();
}

export function forgetKey(db: Db, key_hash: string): CompiledQuery {
  return db.deleteFrom("idempotent_answers").where("key_hash", "=", key_hash).compile();
}

export function forgetKeysUntil(db: Db, until_ms: Millis): CompiledQuery {
  return db.deleteFrom("idempotent_answers").where("created_at", "<=", until_ms).compile();
}
