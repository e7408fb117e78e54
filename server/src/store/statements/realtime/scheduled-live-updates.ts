import type { AppId, LiveUpdateId } from "@fanfare/contract/lib/ids";
import type { CompiledQuery, Selectable } from "kysely";
import type { JsonText, Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";

export type ScheduledLiveUpdateRow = Selectable<Schema["scheduled_live_updates"]>;

/** No row if it was sent or canceled meanwhile. */
export function deleteScheduledLiveUpdate(db: Db, id: LiveUpdateId): CompiledQuery {
  return db.deleteFrom("scheduled_live_updates").where("id", "=", id).compile();
}

/** Deletes exactly this row. No row if it was sent, changed, or canceled meanwhile. */
export function takeScheduledLiveUpdate(
  db: Db,
  { id, input, send_at }: Pick<ScheduledLiveUpdateRow, "id" | "input" | "send_at">,
): CompiledQuery {
  return db
    .deleteFrom("scheduled_live_updates")
    .where("id", "=", id)
    .where("input", "=", input)
    .where("send_at", "=", send_at)
    .compile();
}

export function setScheduledInput(db: Db, id: LiveUpdateId, input: JsonText): CompiledQuery {
  return db.updateTable("scheduled_live_updates").set({ input }).where("id", "=", id).compile();
}

/** No row if it was sent or canceled meanwhile. */
export function changeScheduledRow(
  db: Db,
  { id, input, send_at }: Pick<ScheduledLiveUpdateRow, "id" | "input" | "send_at">,
): CompiledQuery {
  return db.updateTable("scheduled_live_updates").set({ input, send_at }).where("id", "=", id).compile();
}

export function scheduledLiveUpdate(
  db: Db,
  app_id: AppId,
  id: LiveUpdateId,
): Promise<ScheduledLiveUpdateRow | undefined> {
  return db
    .selectFrom("scheduled_live_updates")
    .selectAll()
    .where("app_id", "=", app_id)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Soonest first. */
export function scheduledLiveUpdates(db: Db, app_id: AppId): Promise<ScheduledLiveUpdateRow[]> {
  return db
    .selectFrom("scheduled_live_updates")
    .selectAll()
    .where("app_id", "=", app_id)
    .orderBy("send_at")
    .orderBy("id")
    .execute();
}

/** Of any app, longest due first. */
export function dueLiveUpdates(db: Db, now_ms: Millis, rows_max: number): Promise<ScheduledLiveUpdateRow[]> {
  return db
    .selectFrom("scheduled_live_updates")
    .selectAll()
    .where("send_at", "<=", now_ms)
    .orderBy("send_at")
    .orderBy("id")
    .limit(rows_max)
    .execute();
}
