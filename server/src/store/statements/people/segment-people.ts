import type { AppId, PersonId, SegmentId } from "@fanfare/contract/lib/ids";
import { type CompiledQuery, sql } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db } from "../../schema/schema.ts";
import { keepExisting } from "../keep-existing.ts";
import type { PersonRow } from "./people.ts";

/** When these people were added to these lists. */
export function listingsOf(
  db: Db,
  person_ids: readonly PersonId[],
  segment_ids: readonly string[],
): Promise<{ person_id: PersonId; segment_id: SegmentId; added_at: Millis }[]> {
  return (
    db
      .selectFrom("segment_people")
      .select(["person_id", "segment_id", "added_at"])
      .where("person_id", "in", [...person_ids])
      // Cast: authors can enter any text. Text that isn't an ID has no matches.
      .where("segment_id", "in", segment_ids as SegmentId[])
      .execute()
  );
}

export interface PersonListing {
  readonly segment_id: SegmentId;
  readonly name: string;
  readonly added_at: Millis;
}

/** Lists with a person on them, by name. */
export function listsOf(db: Db, person_id: PersonId): Promise<PersonListing[]> {
  return db
    .selectFrom("segment_people")
    .innerJoin("segments", "segments.id", "segment_people.segment_id")
    .select(["segment_people.segment_id", "segments.name", "segment_people.added_at"])
    .where("segment_people.person_id", "=", person_id)
    .where("segments.archived_at", "is", null)
    .orderBy("segments.name")
    .execute();
}

/** Adds people. People who are already on the list keep their time. The rows are those who were added. */
export function addToList(
  db: Db,
  at: { readonly segment_id: SegmentId; readonly app_id: AppId; readonly added_at: Millis },
  person_ids: readonly PersonId[],
): CompiledQuery {
  return db
    .insertInto("segment_people")
    .values(person_ids.map((person_id) => ({ ...at, person_id })))
    .onConflict(keepExisting)
    .returning("person_id")
    .compile();
}

/** The rows are those who were removed. */
export function removeFromList(db: Db, segment_id: SegmentId, person_ids: readonly PersonId[]): CompiledQuery {
  return db
    .deleteFrom("segment_people")
    .where("segment_id", "=", segment_id)
    .where("person_id", "in", [...person_ids])
    .returning("person_id")
    .compile();
}

/** People of an app on a list, most recently added first. */
export function listPage(
  db: Db,
  { segment_id, app_id }: { readonly segment_id: SegmentId; readonly app_id: AppId },
  after: { readonly added_at: Millis; readonly id: string } | undefined,
  rows_max: number,
): Promise<(PersonRow & { readonly added_at: Millis })[]> {
  const query = db
    .selectFrom("segment_people")
    .innerJoin("people", "people.id", "segment_people.person_id")
    .selectAll("people")
    .select("segment_people.added_at")
    .where("segment_people.segment_id", "=", segment_id)
    .where("segment_people.app_id", "=", app_id)
    .orderBy("segment_people.added_at", "desc")
    .orderBy("segment_people.person_id", "desc")
    .limit(rows_max);
  if (after === undefined) return query.execute();
  return query
    .where(sql<boolean>`(segment_people.added_at, segment_people.person_id) < (${after.added_at}, ${after.id})`)
    .execute();
}

/** Moves an anonymous person's listings to the identified person, who keeps their own. */
export function moveListings(db: Db, from: PersonId, into: PersonId): readonly CompiledQuery[] {
  return [
    db
      .updateTable("segment_people")
      .set({ person_id: into })
      .where("person_id", "=", from)
      .where("segment_id", "not in", (eb) =>
        eb.selectFrom("segment_people as known").select("known.segment_id").where("known.person_id", "=", into),
      )
      .compile(),
    db.deleteFrom("segment_people").where("person_id", "=", from).compile(),
  ];
}
