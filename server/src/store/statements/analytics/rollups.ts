import type { AppId } from "@fanfare/contract/lib/ids";
import type { Millis } from "../../schema/column-types.ts";
import type { Db } from "../../schema/schema.ts";

/** Names of events without content since that day, most frequent first. */
export function eventNames(
  db: Db,
  app_id: AppId,
  since: Millis,
  rows_max: number,
): Promise<{ readonly name: string; readonly events: number }[]> {
  return db
    .selectFrom("event_rollups")
    .select(({ fn }) => ["name", fn.sum<number>("events").as("events")])
    .where("app_id", "=", app_id)
    .where("content_id", "=", "")
    .where("day", ">=", since)
    .groupBy("name")
    .orderBy("events", "desc")
    .orderBy("name")
    .limit(rows_max)
    .execute();
}
