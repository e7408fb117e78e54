import type { AppId } from "@fanfare/contract/lib/ids";
import type { CompiledQuery, Selectable } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";

export type TerminatedUserRow = Selectable<Schema["terminated_users"]>;

/** Whether one of these users was terminated at or after a moment. */
export async function terminatedSince(
  db: Db,
  app_id: AppId,
  user_hashes: readonly string[],
  since_ms: Millis,
): Promise<boolean> {
  const row = await db
    .selectFrom("terminated_users")
    .select("user_hash")
    .where("app_id", "=", app_id)
    .where("user_hash", "in", user_hashes)
    .where("terminated_at", ">=", since_ms)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export function putTerminatedUser(db: Db, row: TerminatedUserRow): CompiledQuery {
  const { terminated_at } = row;
  return db
    .insertInto("terminated_users")
    .values(row)
    .onConflict((conflict) => conflict.columns(["app_id", "user_hash"]).doUpdateSet({ terminated_at }))
    .compile();
}

export function deleteTerminatedUsers(db: Db, until_ms: Millis): CompiledQuery {
  return db.deleteFrom("terminated_users").where("terminated_at", "<", until_ms).compile();
}
