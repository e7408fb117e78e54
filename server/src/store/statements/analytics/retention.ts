import type { PersonId } from "@fanfare/contract/lib/ids";
import { sql } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db } from "../../schema/schema.ts";
import type { Occurrence, OccurrenceRange } from "./event-funnel.ts";

/** First time of a person, from which weeks are counted. */
export interface FirstTime {
  readonly person_id: PersonId;
  readonly at: Millis;
}

interface ActiveWeeks {
  readonly weeks: number;
  readonly week_ms: number;
  /** Any event if undefined. */
  readonly event_name: string | undefined;
}

/** Weeks, from 0, in which the people have an event. Uses the indexes of `events` by person. */
export async function activeWeeks(
  db: Db,
  people: readonly FirstTime[],
  { weeks, week_ms, event_name }: ActiveWeeks,
): Promise<readonly { readonly person_id: PersonId; readonly week: number }[]> {
  const firsts = people.map(({ person_id, at }) => sql`(cast(${person_id} as text), cast(${at} as bigint))`);
  const numbers = Array.from({ length: weeks }, (_, week) => sql`(cast(${sql.lit(week)} as bigint))`);
  const named = event_name === undefined ? sql`true` : sql`name = ${event_name}`;
  const { rows } = await sql<{ counted: PersonId; week: number }>`
    with first_times (counted, since) as (values ${sql.join(firsts)}), weeks (week) as (values ${sql.join(numbers)})
    select counted, week from first_times cross join weeks where exists (
      select 1 from events where person_id = counted and ${named}
        and received_at >= since + week * ${sql.lit(week_ms)} and received_at < since + (week + 1) * ${sql.lit(week_ms)}
    )`.execute(db);
  return rows.map(({ counted, week }) => ({ person_id: counted, week: Number(week) }));
}

/** People by when they were first seen, latest first. Uses the index `people_listed_by_first_seen`. */
export async function latestFirstSeen(
  db: Db,
  { app_id, from, to }: OccurrenceRange,
  page: { readonly before: Occurrence | undefined; readonly rows_max: number },
): Promise<readonly (Occurrence & FirstTime)[]> {
  const before = page.before ?? { at: to, id: "" };
  const rows = await db
    .selectFrom("people")
    .select(["id", "first_seen_at"])
    .where("app_id", "=", app_id)
    .where("merged_into", "is", null)
    .where("first_seen_at", ">=", from)
    .where("first_seen_at", "<=", before.at)
    .where("first_seen_at", "<", to)
    .where((eb) => eb.or([eb("first_seen_at", "<", before.at), sql<boolean>`id < ${before.id}`]))
    .orderBy("first_seen_at", "desc")
    .orderBy("id", "desc")
    .limit(page.rows_max)
    .execute();
  return rows.map(({ id, first_seen_at }) => ({ person_id: id, id, at: Number(first_seen_at) }));
}
