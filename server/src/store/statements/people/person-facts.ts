import type { AppId, ContentId, GroupId, PersonId } from "@fanfare/contract/lib/ids";
import { sql } from "kysely";
import type { Bit, JsonText, Millis } from "../../schema/column-types.ts";
import type { Db } from "../../schema/schema.ts";
import { prepared } from "../prepared.ts";

export interface MembershipRow {
  readonly person_id: PersonId;
  readonly group_id: GroupId;
  readonly external_id: string;
  readonly attributes: JsonText;
  readonly membership: JsonText;
}

function memberships(db: Db) {
  return db
    .selectFrom("memberships")
    .innerJoin("groups", "groups.id", "memberships.group_id")
    .select([
      "memberships.person_id",
      "memberships.group_id",
      "groups.external_id",
      "groups.attributes",
      "memberships.attributes as membership",
    ])
    .orderBy("groups.external_id");
}

const membershipsOfOne = prepared((db: Db, person_id: PersonId) =>
  memberships(db).where("memberships.person_id", "=", person_id).compile(),
);

export function membershipsOf(db: Db, person_ids: readonly PersonId[]): Promise<MembershipRow[]> {
  const [only] = person_ids;
  if (only !== undefined && person_ids.length === 1) return membershipsOfOne(db, only);
  return memberships(db)
    .where("memberships.person_id", "in", [...person_ids])
    .execute();
}

export function groupsNamed(
  db: Db,
  app_id: AppId,
  external_ids: readonly string[],
): Promise<(Pick<MembershipRow, "external_id" | "attributes"> & { readonly id: GroupId })[]> {
  return db
    .selectFrom("groups")
    .select(["id", "external_id", "attributes"])
    .where("app_id", "=", app_id)
    .where("external_id", "in", [...external_ids])
    .execute();
}

export interface WantedCount {
  readonly name: string;
  /** 0: all time. */
  readonly since: Millis;
  /** Counting stops here. */
  readonly count_max: number;
}

/**
 * Counts of each wanted event. `counts` has the order of `wanted`. Reads at most `count_max` entries of the index for each,
 * whatever the length of the history.
 */
export async function eventCounts(
  db: Db,
  person_ids: readonly PersonId[],
  counts: readonly WantedCount[],
): Promise<{ readonly person_id: PersonId; readonly counts: readonly number[] }[]> {
  const rows = await db
    .selectFrom("people")
    .where("id", "in", [...person_ids])
    .select("id")
    .select(
      counts.map(({ name, since, count_max }, index) =>
        sql<number>`(select count(*) from (select 1 as one from events
          where person_id = people.id and name = ${name} and received_at > ${since} limit ${sql.lit(count_max)}) as subquery)`.as(
          `n${index}`,
        ),
      ),
    )
    .execute();
  return rows.map((row) => ({ person_id: row.id, counts: counts.map((_, index) => Number(row[`n${index}`])) }));
}

export interface ContentStateRow {
  readonly person_id: PersonId;
  readonly content_id: ContentId;
  readonly completed: Bit;
  readonly dismissed: Bit;
  readonly open: Bit;
}

export function contentStates(
  db: Db,
  person_ids: readonly PersonId[],
  content_ids: readonly string[],
): Promise<ContentStateRow[]> {
  return (
    db
      .selectFrom("runs")
      .where("person_id", "in", [...person_ids])
      // Cast: authors can enter any text. Text that isn't an ID has no matches.
      .where("content_id", "in", content_ids as ContentId[])
      .where("reset_at", "is", null)
      .select([
        "person_id",
        "content_id",
        sql<Bit>`max(case when state = 'completed' then 1 else 0 end)`.as("completed"),
        sql<Bit>`max(case when state in ('dismissed', 'suppressed') then 1 else 0 end)`.as("dismissed"),
        sql<Bit>`max(case when state = 'active' then 1 else 0 end)`.as("open"),
      ])
      .groupBy(["person_id", "content_id"])
      .execute()
  );
}

export interface RunStart {
  readonly content_id: ContentId;
  readonly started_at: Millis;
  readonly reset_at: Millis | null;
}

/** Content that a person has seen since then, newest first. */
export function runStarts(db: Db, person_id: PersonId, since: Millis, rows_max: number): Promise<RunStart[]> {
  return db
    .selectFrom("runs")
    .select(["content_id", "started_at", "reset_at"])
    .where("person_id", "=", person_id)
    .where("started_at", ">", since)
    .orderBy("started_at", "desc")
    .limit(rows_max)
    .execute();
}
