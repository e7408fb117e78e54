import type { PersonId } from "@fanfare/contract/lib/ids";
import { sql } from "kysely";
import type { JsonText, Millis } from "../../schema/column-types.ts";
import type { Db } from "../../schema/schema.ts";

export interface LatestEventRow {
  readonly id: string;
  readonly person_id: PersonId;
  readonly name: string;
  readonly props: JsonText;
  readonly happened_at: Millis;
  readonly received_at: Millis;
}

const COLUMNS = ["id", "person_id", "name", "props", "happened_at", "received_at"] as const;

export interface WantedHistory {
  readonly name: string;
  /** 0: all time. */
  readonly since: Millis;
  readonly rows_max: number;
}

/** Each person's latest events of each name, newest first, up to `rows_max` per person and name. */
export async function latestEvents(
  db: Db,
  person_ids: readonly PersonId[],
  wanted: readonly WantedHistory[],
): Promise<readonly LatestEventRow[]> {
  const [only] = person_ids;
  if (only !== undefined && person_ids.length === 1) return latestEventsOfOne(db, only, wanted);
  const numbered = db
    .selectFrom("events")
    .select(COLUMNS)
    .select(
      sql<number>`row_number() over (partition by person_id, name order by received_at desc, happened_at desc, id desc)`.as(
        "place",
      ),
    )
    .where("person_id", "in", [...person_ids])
    .where((eb) =>
      eb.or(wanted.map(({ name, since }) => eb.and([eb("name", "=", name), eb("received_at", ">", since)]))),
    );
  return db
    .selectFrom(numbered.as("numbered"))
    .select(COLUMNS)
    .where((eb) =>
      eb.or(wanted.map(({ name, rows_max }) => eb.and([eb("name", "=", name), eb("place", "<=", rows_max)]))),
    )
    .orderBy("person_id")
    .orderBy("name")
    .orderBy("place")
    .execute();
}

/**
 * One query. Each part stops after `rows_max` rows of the index, whatever the length of the history. Of events that arrived
 * together, which ones are the latest is up to the index.
 */
async function latestEventsOfOne(
  db: Db,
  person_id: PersonId,
  wanted: readonly WantedHistory[],
): Promise<readonly LatestEventRow[]> {
  const parts = wanted.map(
    ({ name, since, rows_max }, part) => sql`select * from (
      select ${sql.lit(part)} as part, id, props, happened_at, received_at from events
      where person_id = ${person_id} and name = ${name} and received_at > ${since}
      order by received_at desc limit ${sql.lit(rows_max)}) as subquery`,
  );
  const { rows } = await sql<PartRow>`${sql.join(parts, sql` union all `)}`.execute(db);
  return rows
    .map(({ part, id, props, happened_at, received_at }) => ({
      id,
      person_id,
      name: wanted[part]?.name ?? "",
      props,
      happened_at,
      received_at,
    }))
    .sort((a, b) => b.received_at - a.received_at || b.happened_at - a.happened_at || (a.id < b.id ? 1 : -1));
}

type PartRow = Omit<LatestEventRow, "person_id" | "name"> & { readonly part: number };

/** A person's first event of a name. */
export function firstEvent(
  db: Db,
  { person_id, name }: Pick<LatestEventRow, "person_id" | "name">,
): Promise<Pick<LatestEventRow, "person_id" | "name" | "received_at"> | undefined> {
  return db
    .selectFrom("events")
    .select(["person_id", "name", "received_at"])
    .where("person_id", "=", person_id)
    .where("name", "=", name)
    .orderBy("received_at")
    .limit(1)
    .executeTakeFirst();
}
