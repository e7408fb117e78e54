import type { CompiledQuery, Selectable } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
export type AttemptRow = Selectable<Schema["sign_in_attempts"]>;

/** Budgets used since then, most recently used last. */
export function attemptsSince(db: Db, since_ms: Millis, limit: number): Promise<AttemptRow[]> {
  return db
    .selectFrom("sign_in_attempts")
    .selectAll()
    .where("at_ms", ">", since_ms)
    .orderBy("at_ms")
    .limit(limit)
    .execute();
}

export function putAttempt(db: Db, row: AttemptRow): CompiledQuery {
  return db
    .insertInto("sign_in_attempts")
    .values(row)
    .onConflict((conflict) => conflict.column("name_hash").doUpdateSet(row))
    .compile();
}

export function deleteAttemptsUntil(db: Db, until_ms: Millis): CompiledQuery {
  return db.deleteFrom("sign_in_attempts").where("at_ms", "<=", until_ms).compile();
}
