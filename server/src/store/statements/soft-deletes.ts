import { type CompiledQuery, sql } from "kysely";
import type { Millis } from "../schema/column-types.ts";
import type { Db, Schema } from "../schema/schema.ts";

/** Tables whose rows can be restored for a while after deletion. */
const TABLES = ["goals", "segments", "themes", "trackers", "webhooks"] as const satisfies readonly (keyof Schema)[];

/** Permanently deletes rows that were deleted before then, with their dependent rows. */
export function purgeDeleted(db: Db, before: Millis): readonly CompiledQuery[] {
  return TABLES.map((table) => sql`delete from ${sql.table(table)} where archived_at < ${before}`.compile(db));
}

/** Gives a row its ID as a name, to free its name within a transaction that renames it. */
export function vacateName(
  db: Db,
  table: "cap_groups" | "segments" | "themes" | "trackers",
  { id, revision }: { readonly id: string; readonly revision: number },
): CompiledQuery {
  return sql`update ${sql.table(table)} set name = ${id} where id = ${id} and revision = ${revision}`.compile(db);
}

/** Permanently deletes a deleted row to free its name. */
export function releaseName(db: Db, table: "segments" | "themes", name: string): CompiledQuery {
  return sql`delete from ${sql.table(table)} where name = ${name} and archived_at is not null`.compile(db);
}
