import type { AppId, GroupId } from "@fanfare/contract/lib/ids";
import { DAY_MS } from "@fanfare/contract/limits";
import { type CompiledQuery, sql } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db } from "../../schema/schema.ts";
import type { WantedCount } from "../people/person-facts.ts";
import type { EventBatch } from "./events.ts";

/**
 * Counts a batch's new events for the groups that the person belongs to now, by membership or by the identity token. Run
 * after the events are stored. Sorted, so that concurrent requests lock counters in the same order.
 */
export function countForGroups(
  db: Db,
  { app_id, person_id, received_at, batch }: EventBatch,
  token_groups: readonly string[],
): CompiledQuery {
  const named =
    token_groups.length === 0
      ? sql``
      : sql` union select id from groups where app_id = ${app_id} and external_id in (${sql.join([...token_groups])})`;
  const day = received_at - (received_at % DAY_MS);
  return sql`insert into group_event_days (group_id, name, day, app_id, events, first_at, last_at)
    select own.group_id, events.name, cast(${day} as bigint), events.app_id, count(*), min(events.received_at), max(events.received_at)
    from (select group_id from memberships where person_id = ${person_id}${named}) as own cross join events
    where events.person_id = ${person_id} and events.received_at = ${received_at} and events.batch = ${batch}
    group by own.group_id, events.name, events.app_id
    order by own.group_id, events.name
    on conflict (group_id, name, day) do update set
      events = group_event_days.events + excluded.events,
      first_at = case when excluded.first_at < group_event_days.first_at then excluded.first_at else group_event_days.first_at end,
      last_at = case when excluded.last_at > group_event_days.last_at then excluded.last_at else group_event_days.last_at end`.compile(
    db,
  );
}

export interface GroupEventRow {
  readonly group_id: GroupId;
  /** In the order of the wanted counts. */
  readonly counts: readonly number[];
  /** In the order of the names. Null if there are none. */
  readonly times: readonly ({ readonly first_ms: Millis; readonly last_ms: Millis } | null)[];
}

/** Counts of each wanted event, and times of the events with these names. Groups without such events have no row. */
export async function groupEvents(
  db: Db,
  group_ids: readonly GroupId[],
  counts: readonly Omit<WantedCount, "count_max">[],
  timed: readonly string[],
): Promise<readonly GroupEventRow[]> {
  const since = timed.length > 0 ? 0 : Math.min(...counts.map((each) => each.since));
  const rows = await db
    .selectFrom("group_event_days")
    .where("group_id", "in", [...group_ids])
    .where("name", "in", [...new Set([...counts.map(({ name }) => name), ...timed])])
    .where("day", ">", since)
    .select("group_id")
    .select(
      counts.map((each, index) =>
        sql<number>`sum(case when name = ${each.name} and day > ${each.since} then events else 0 end)`.as(`n${index}`),
      ),
    )
    .select(
      timed.flatMap((name, index) => [
        sql<number | null>`min(case when name = ${name} then first_at end)`.as(`f${index}`),
        sql<number | null>`max(case when name = ${name} then last_at end)`.as(`l${index}`),
      ]),
    )
    .groupBy("group_id")
    .execute();
  return rows.map((row) => ({
    group_id: row.group_id,
    counts: counts.map((_, index) => Number(row[`n${index}`])),
    times: timed.map((_, index) => {
      const [first, last] = [row[`f${index}`] ?? null, row[`l${index}`] ?? null];
      return first === null || last === null ? null : { first_ms: Number(first), last_ms: Number(last) };
    }),
  }));
}

/** Deletes at most `rows_max` of an app's days that ended before then. */
export function deleteOldGroupEventDays(db: Db, app_id: AppId, before: Millis, rows_max: number): CompiledQuery {
  return sql`delete from group_event_days where (group_id, name, day) in (
    select group_id, name, day from group_event_days
    where app_id = ${app_id} and day <= ${before - DAY_MS} order by day limit ${sql.lit(rows_max)})`.compile(db);
}
