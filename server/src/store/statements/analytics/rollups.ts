import type { AppId, ContentId } from "@fanfare/contract/lib/ids";
import type { Selectable } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";

export type RollupRow = Pick<Selectable<Schema["event_rollups"]>, "name" | "facets"> & { readonly events: number };

interface Range {
  readonly app_id: string;
  readonly content_id: string;
  readonly from: Millis;
  readonly to: Millis;
}

export function rollupsOfContent(db: Db, { app_id, content_id, from, to }: Range): Promise<RollupRow[]> {
  return db
    .selectFrom("event_rollups")
    .select(({ fn }) => ["name", "facets", fn.sum<number>("events").as("events")])
    .where("app_id", "=", app_id as AppId)
    .where("content_id", "=", content_id)
    .where("day", ">=", from)
    .where("day", "<", to)
    .groupBy(["name", "facets"])
    .orderBy("name")
    .orderBy("facets")
    .execute();
}

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

export function runReasons(db: Db, { app_id, content_id, from, to }: Range) {
  return db
    .selectFrom("runs")
    .select(({ fn }) => ["start_reason", "end_reason", "state", fn.countAll<number>().as("runs")])
    .where("content_id", "=", content_id as ContentId)
    .where("app_id", "=", app_id as AppId)
    .where("started_at", ">=", from)
    .where("started_at", "<", to)
    .groupBy(["start_reason", "end_reason", "state"])
    .orderBy("start_reason")
    .orderBy("end_reason")
    .execute();
}
