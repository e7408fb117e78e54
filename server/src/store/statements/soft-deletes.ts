import { type CompiledQuery, type Kysely, sql } from "kysely";
import type { Millis } from "../schema/column-types.ts";
import type { Schema } from "../schema/schema.ts";

/** Tables whose rows can be brought back for a while after they were deleted. */
const TABLES = ["goals", "segments", "themes", "webhooks"] as const satisfies readonly (keyof Schema)[];

/** Takes away, for good and with all that hangs on it, what was deleted before then. */
export function purgeDeleted(db: Kysely<Schema>, before: Millis): readonly CompiledQuery[] {
  return TABLES.map((table) => sql`delete from ${sql.table(table)} where archived_at < ${before}`.compile(db));
}

/** Takes away for good what was deleted and has a name that something else is to have. */
export function releaseName(db: Kysely<Schema>, table: "segments" | "themes", name: string): CompiledQuery {
  return sql`delete from ${sql.table(table)} where name = ${name} and archived_at is not null`.compile(db);
}
