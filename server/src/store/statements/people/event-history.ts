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

/** Each person's latest events of each name, newest first, up to `rows_max` per person and name. */
export async function latestEvents(
  db: Db,
  person_ids: readonly PersonId[],
  names: readonly string[],
  rows_max: number,
): Promise<readonly LatestEventRow[]> {
  const [only] = person_ids;
  if (only !== undefined && person_ids.length === 1) {
    // Stops after `rows_max` rows of the index, whatever the length of the history.
    const parts = names.map((name) =>
      db
        .selectFrom("events")
        .select(COLUMNS)
        .where("person_id", "=", only)
        .where("name", "=", name)
        .orderBy("received_at", "desc")
        .orderBy("happened_at", "desc")
        .orderBy("id", "desc")
        .limit(rows_max)
        .execute(),
    );
    return (await Promise.all(parts)).flat();
  }
  const numbered = db
    .selectFrom("events")
    .select(COLUMNS)
    .select(
      sql<number>`row_number() over (partition by person_id, name order by received_at desc, happened_at desc, id desc)`.as(
        "place",
      ),
    )
    .where("person_id", "in", [...person_ids])
    .where("name", "in", [...names]);
  return db
    .selectFrom(numbered.as("numbered"))
    .select(COLUMNS)
    .where("place", "<=", rows_max)
    .orderBy("person_id")
    .orderBy("name")
    .orderBy("place")
    .execute();
}

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
