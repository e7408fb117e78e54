import type { AppId, ContentId } from "@fanfare/contract/lib/ids";
import type { CompiledQuery, Selectable } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";

export type ScheduledRow = Selectable<Schema["scheduled_publications"]>;

/** Replaces what was scheduled for this content in this app. */
export function putScheduled(db: Db, row: ScheduledRow): CompiledQuery {
  const { version_id, publish_at, scheduled_by } = row;
  return db
    .insertInto("scheduled_publications")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["content_id", "app_id"]).doUpdateSet({ version_id, publish_at, scheduled_by }),
    )
    .compile();
}

/** No row if nothing is scheduled. */
export function deleteScheduled(db: Db, content_id: ContentId, app_id: AppId): CompiledQuery {
  return db
    .deleteFrom("scheduled_publications")
    .where("content_id", "=", content_id)
    .where("app_id", "=", app_id)
    .compile();
}

/** Deletes exactly this row. No row if it was changed or canceled meanwhile. */
export function takeScheduled(db: Db, row: ScheduledRow): CompiledQuery {
  return db
    .deleteFrom("scheduled_publications")
    .where("content_id", "=", row.content_id)
    .where("app_id", "=", row.app_id)
    .where("version_id", "=", row.version_id)
    .where("publish_at", "=", row.publish_at)
    .compile();
}

/** Earliest first. */
export function dueScheduled(db: Db, now_ms: Millis, rows_max: number): Promise<ScheduledRow[]> {
  return db
    .selectFrom("scheduled_publications")
    .selectAll()
    .where("publish_at", "<=", now_ms)
    .orderBy("publish_at")
    .orderBy("content_id")
    .limit(rows_max)
    .execute();
}
