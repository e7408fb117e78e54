import type { AppId, ContentId, PersonId } from "@fanfare/contract/lib/ids";
import type { Selectable } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
import type { RollupRow } from "../analytics/rollups.ts";
import type { PersonRow } from "./people.ts";
export type RunOfPerson = Pick<Selectable<Schema["runs"]>, "person_id" | "start_reason" | "end_reason" | "state">;

interface Range {
  readonly app_id: string;
  readonly content_id: string;
  readonly from: Millis;
  readonly to: Millis;
}

/** Latest runs of content that started within the range. Uses the index `runs_by_content`. */
export function latestRuns(db: Db, { app_id, content_id, from, to }: Range, rows_max: number): Promise<RunOfPerson[]> {
  return db
    .selectFrom("runs")
    .select(["person_id", "start_reason", "end_reason", "state"])
    .where("content_id", "=", content_id as ContentId)
    .where("app_id", "=", app_id as AppId)
    .where("started_at", ">=", from)
    .where("started_at", "<", to)
    .orderBy("started_at", "desc")
    .limit(rows_max)
    .execute();
}

/** Returns those of the people that belong to this app. Omits merged people. */
export function peopleOfIds(db: Db, app_id: string, ids: readonly PersonId[]): Promise<PersonRow[]> {
  return db
    .selectFrom("people")
    .selectAll()
    .where("id", "in", [...ids])
    .where("app_id", "=", app_id as AppId)
    .where("merged_into", "is", null)
    .execute();
}

/** Counts each content event of these people within the range. Uses the index `events_by_person`. */
export function eventsOfPeople(
  db: Db,
  { app_id, content_id, from, to }: Range,
  ids: readonly PersonId[],
): Promise<RollupRow[]> {
  return db
    .selectFrom("events")
    .select(({ fn }) => ["name", "facets", fn.countAll<number>().as("events")])
    .where("person_id", "in", [...ids])
    .where("received_at", ">=", from)
    .where("received_at", "<", to)
    .where("app_id", "=", app_id as AppId)
    .where("content_id", "=", content_id)
    .groupBy(["name", "facets"])
    .execute();
}
