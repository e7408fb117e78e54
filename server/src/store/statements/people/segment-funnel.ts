import type { AppId, ContentId, PersonId } from "@fanfare/contract/lib/ids";
import type { Kysely, Selectable } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Schema } from "../../schema/schema.ts";
import type { RollupRow } from "../analytics/rollups.ts";
import type { PersonRow } from "./people.ts";

type Db = Kysely<Schema>;
/** A run by whose it is, and why it began and ended. */
export type RunOfPerson = Pick<Selectable<Schema["runs"]>, "person_id" | "start_reason" | "end_reason" | "state">;

interface Range {
  readonly app_id: string;
  readonly content_id: string;
  readonly from: Millis;
  readonly to: Millis;
}

/** The latest runs of a content that began within the range. In the order of `runs_by_content`. */
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

/** Those of them who are people of this app; who became somebody else is that somebody. */
export function peopleOfIds(db: Db, app_id: string, ids: readonly PersonId[]): Promise<PersonRow[]> {
  return db
    .selectFrom("people")
    .selectAll()
    .where("id", "in", [...ids])
    .where("app_id", "=", app_id as AppId)
    .where("merged_into", "is", null)
    .execute();
}

/** How often each event about a content came from these people within the range. By `events_by_person`. */
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
