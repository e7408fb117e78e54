import type { AppId, PersonId } from "@fanfare/contract/lib/ids";
import type { EventFunnelStep } from "@fanfare/contract/schema/analytics/event-funnel";
import { type RawBuilder, sql } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db } from "../../schema/schema.ts";

/** A step as it happened once. The ID orders what happened in the same millisecond. */
export interface Occurrence {
  readonly at: Millis;
  readonly id: string;
}

interface OccurrenceTable {
  readonly table: RawBuilder<unknown>;
  readonly at: RawBuilder<Millis>;
  readonly id: RawBuilder<string>;
  readonly where: RawBuilder<boolean>;
}

function tableOf(step: EventFunnelStep): OccurrenceTable {
  switch (step.kind) {
    case "event":
      return {
        ...{ table: sql`events`, at: sql`received_at`, id: sql`id` },
        where: sql`name = ${step.name}`,
      };
    case "goal":
      return {
        ...{ table: sql`milestones`, at: sql`reached_at`, id: sql`goal_id` },
        where: sql`goal_id = ${step.goal_id}`,
      };
    case "content": {
      const where = sql<boolean>`content_id = ${step.content_id}`;
      return {
        ...{ table: sql`funnel_runs`, id: sql`run_id` },
        ...(step.state === "viewed"
          ? { at: sql`first_at`, where: sql`${where} and seen = 1` }
          : {
              at: sql`ended_at`,
              where: sql`${where} and ended_at is not null and outcome = ${step.state} and (seen = 1 or unseen = 0)`,
            }),
      };
    }
  }
}

export interface OccurrenceRange {
  readonly app_id: AppId;
  readonly from: Millis;
  readonly to: Millis;
}

/**
 * Occurrences of a step within the range, latest first, before the last one of the page before. Uses the indexes
 * `events_by_name`, `funnel_runs_by_content`, `funnel_runs_by_content_end`, and `milestones_by_time`.
 */
export async function latestOccurrences(
  db: Db,
  { app_id, from, to }: OccurrenceRange,
  step: EventFunnelStep,
  page: { readonly before: Occurrence | undefined; readonly rows_max: number },
): Promise<readonly (Occurrence & { readonly person_id: PersonId })[]> {
  const { table, at, id, where } = tableOf(step);
  const before = page.before ?? { at: to, id: "" };
  const { rows } = await sql<{ person_id: PersonId; at: Millis; id: string }>`
    select person_id, ${at} as at, ${id} as id from ${table}
    where app_id = ${app_id} and ${where} and ${at} >= ${from} and ${at} <= ${before.at} and ${at} < ${to}
      and (${at} < ${before.at} or ${id} < ${before.id})
    order by ${at} desc, ${id} desc limit ${sql.lit(page.rows_max)}`.execute(db);
  return rows.map((row) => ({ person_id: row.person_id, at: Number(row.at), id: row.id }));
}

/** Where to search for a person's next step: from `since`, before `until`, and after `past`. */
export interface NextSearch {
  readonly person_id: PersonId;
  readonly since: Millis;
  readonly until: Millis;
  readonly past: Occurrence | undefined;
}

/**
 * First occurrence of a step for each person, if there is one. Uses the index `events_by_person_and_name` and the
 * primary keys of `funnel_runs` and `milestones`. People are of one app: naming it would lead SQLite to the indexes by
 * name and content.
 */
export async function nextOccurrences(
  db: Db,
  step: EventFunnelStep,
  searches: readonly NextSearch[],
): Promise<ReadonlyMap<PersonId, Occurrence>> {
  const { table, at, id, where } = tableOf(step);
  const values = searches.map(
    ({ person_id, since, until, past }) =>
      sql`(cast(${person_id} as text), cast(${since} as bigint), cast(${until} as bigint),
        cast(${past?.at ?? 0} as bigint), cast(${past?.id ?? ""} as text))`,
  );
  const { rows } = await sql<{ searched: PersonId; found: string | null }>`
    with search (searched, since, until, past_at, past_id) as (values ${sql.join(values)})
    select searched, (
      select cast(${at} as text) || ' ' || ${id} from ${table}
      where person_id = searched and ${where} and ${at} >= since and ${at} < until
        and (${at} > past_at or (${at} = past_at and ${id} > past_id))
      order by ${at}, ${id} limit 1
    ) as found from search`.execute(db);
  return new Map(
    rows.flatMap(({ searched, found }) => {
      if (found === null) return [];
      const space = found.indexOf(" ");
      return [[searched, { at: Number(found.slice(0, space)), id: found.slice(space + 1) }] as const];
    }),
  );
}

/** Names of people, for lists. */
export function peopleNames(db: Db, app_id: AppId, ids: readonly PersonId[]) {
  return db
    .selectFrom("people")
    .select(["id as person_id", "external_id", "anonymous_id", "attributes"])
    .where("app_id", "=", app_id)
    .where("id", "in", [...ids])
    .execute();
}
