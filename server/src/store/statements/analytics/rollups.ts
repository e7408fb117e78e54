import type { EventName } from "@fanfare/contract/events/events";
import type { AppId, ContentId } from "@fanfare/contract/lib/ids";
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

/** Facets of the events that report a part of the content as shown, in any app. */
export async function shownParts(db: Db, content_id: ContentId): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("event_rollups")
    .select("facets")
    .distinct()
    .where("app_id", "in", (eb) => eb.selectFrom("apps").select("id"))
    .where("content_id", "=", content_id)
    .where("name", "in", SHOWING_EVENTS)
    .where("facets", "<>", "")
    .execute();
  return rows.map(({ facets }) => facets);
}

/** Content of an app with events that report a failed step in these days, and how many. Reads only these counters. */
export function failureEvents(
  db: Db,
  app_id: AppId,
  days: readonly Millis[],
): Promise<{ readonly content_id: string; readonly events: number }[]> {
  return db
    .selectFrom("event_rollups")
    .select(({ fn }) => ["content_id", fn.sum<number>("events").as("events")])
    .where("app_id", "=", app_id)
    .where("day", "in", [...days])
    .where("name", "in", FAILURE_EVENTS)
    .groupBy("content_id")
    .execute();
}

const FAILURE_EVENTS = ["step_target_missing", "step_prepare_failed", "step_obstructed"] as const satisfies EventName[];

const SHOWING_EVENTS = [
  "tour_step_seen",
  "hint_seen",
  "announcement_panel_seen",
  "survey_question_seen",
] as const satisfies EventName[];
