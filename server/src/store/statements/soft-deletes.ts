import { type CompiledQuery, sql } from "kysely";
import type { Millis } from "../schema/column-types.ts";
import type { Db, Schema } from "../schema/schema.ts";

/** Tables whose rows can be restored for a while after deletion. */
const TABLES = ["goals", "segments", "themes", "trackers", "webhooks"] as const satisfies readonly (keyof Schema)[];

/** Permanently deletes rows that were deleted before then, with their dependent rows. */
export function purgeDeleted(db: Db, before: Millis): readonly CompiledQuery[] {
  return TABLES.map((table) => sql`delete from ${sql.table(table)} where archived_at < ${before}`.compile(db));
}

/** Permanently deletes a deleted row to free its name. */
export function releaseName(db: Db, table: "segments" | "themes", name: string): CompiledQuery {
  return sql`delete from ${sql.table(table)} where name = ${name} and archived_at is not null`.compile(db);
}
