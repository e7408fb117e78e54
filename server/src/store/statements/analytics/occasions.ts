import type { ContentId, EventId, GoalId, PersonId } from "@fanfare/contract/lib/ids";
import { type CompiledQuery, type RawBuilder, type Selectable, sql } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
import { prepared } from "../prepared.ts";
export type OccasionRow = Selectable<Schema["occasions"]>;

/** A batch's events that are counted together. Events stored earlier have another batch and aren't counted. */
export interface CountedEvents {
  readonly person_id: PersonId;
  readonly name: string;
  /** ID of the tests that they passed. Empty if every event of the name counts. */
  readonly filter: string;
  readonly ids: readonly EventId[];
  readonly batch: string;
}

function freshEvents({ ids, batch }: CountedEvents): RawBuilder<number> {
  return sql<number>`(select count(*) from events where id in (${sql.join([...ids])}) and batch = ${batch})`;
}

/**
 * Adds the new events to the count. The first time, counts all stored events, including this batch. SQL can't test
 * properties, so with a filter, `earlier` is the number of matching events before this batch.
 */
export function countForPerson(db: Db, counted: CountedEvents, earlier?: number): CompiledQuery {
  const { person_id, name, filter } = counted;
  const all =
    earlier === undefined
      ? sql<number>`(select count(*) from events where person_id = ${person_id} and name = ${name})`
      : sql<number>`${sql.lit(earlier)} + ${freshEvents(counted)}`;
  return db
    .insertInto("event_counts")
    .values({ person_id, name, filter, events: all })
    .onConflict((conflict) =>
      conflict
        .columns(["person_id", "name", "filter"])
        .doUpdateSet({ events: sql<number>`event_counts.events + ${freshEvents(counted)}` }),
    )
    .compile();
}

/** IDs of the filters whose matching events are counted for this person. */
export async function countedFilters(db: Db, person_id: PersonId, name: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("event_counts")
    .select("filter")
    .where("person_id", "=", person_id)
    .where("name", "=", name)
    .execute();
  return new Set(rows.map(({ filter }) => filter));
}

/** Records an occasion if the count has just passed n, or another multiple of n. Run after {@link countForPerson}. */
export function recordCountedOccasions(
  db: Db,
  content_id: ContentId,
  counted: CountedEvents,
  { on, n }: { readonly on: "nth" | "every"; readonly n: number },
  now_ms: Millis,
): CompiledQuery {
  const { person_id, name, filter } = counted;
  const before = sql<number>`events - ${freshEvents(counted)}`;
  const whole = sql.lit(n);
  const passed =
    on === "nth"
      ? sql<boolean>`events >= ${whole} and ${before} < ${whole}`
      : sql<boolean>`events / ${whole} > (${before}) / ${whole}`;
  const number = on === "nth" ? sql`${whole}` : sql`events - events % ${whole}`;
  const prefix = filter === "" ? `event:${name}:` : `event:${name}:${filter}:`;
  const milestone = sql<string>`${prefix} || cast(${number} as text)`;
  return db
    .insertInto("occasions")
    .columns(["person_id", "content_id", "milestone", "reached_at"])
    .expression((eb) =>
      eb
        .selectFrom("event_counts")
        .select([
          "person_id",
          sql<ContentId>`cast(${content_id} as text)`.as("content_id"),
          milestone.as("milestone"),
          sql<Millis>`${sql.lit(now_ms)}`.as("reached_at"),
        ])
        .where("person_id", "=", person_id)
        .where("name", "=", name)
        .where("filter", "=", filter)
        .where(passed),
    )
    .onConflict((conflict) => conflict.columns(["person_id", "content_id", "milestone"]).doNothing())
    .returning("milestone")
    .compile();
}

/** Records an occasion if one of these goals was just completed. Run after the milestones are stored. */
export function recordGoalOccasions(
  db: Db,
  content_id: ContentId,
  person_id: PersonId,
  goal_ids: readonly GoalId[],
  now_ms: Millis,
): CompiledQuery {
  return db
    .insertInto("occasions")
    .columns(["person_id", "content_id", "milestone", "reached_at"])
    .expression((eb) =>
      eb
        .selectFrom("milestones")
        .select([
          "person_id",
          sql<ContentId>`cast(${content_id} as text)`.as("content_id"),
          sql<string>`'goal:' || goal_id`.as("milestone"),
          "reached_at",
        ])
        .where("person_id", "=", person_id)
        .where("goal_id", "in", [...goal_ids])
        .where("reached_at", "=", now_ms),
    )
    .onConflict((conflict) => conflict.columns(["person_id", "content_id", "milestone"]).doNothing())
    .returning("milestone")
    .compile();
}

export function insertOccasion(db: Db, row: OccasionRow): CompiledQuery {
  return db
    .insertInto("occasions")
    .values(row)
    .onConflict((conflict) => conflict.columns(["person_id", "content_id", "milestone"]).doNothing())
    .returning("milestone")
    .compile();
}

/** A person's occasions that haven't triggered content yet, newest last. */
export const openOccasions = prepared((db: Db, person_id: PersonId) =>
  db
    .selectFrom("occasions")
    .select(["content_id", "milestone", "reached_at"])
    .where("person_id", "=", person_id)
    .where("shown_at", "is", null)
    .orderBy("reached_at")
    .compile(),
);

/** Touches the person only while this content has an open occasion, so that two pages can't both show it. */
export function guardOccasion(db: Db, person_id: PersonId, content_id: ContentId, since: Millis): CompiledQuery {
  return db
    .updateTable("people")
    .set({ last_seen_at: sql<number>`last_seen_at` })
    .where("id", "=", person_id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("occasions")
          .select("occasions.person_id")
          .where("occasions.person_id", "=", person_id)
          .where("content_id", "=", content_id)
          .where("reached_at", ">", since)
          .where("shown_at", "is", null),
      ),
    )
    .compile();
}

/** One run consumes all open occasions. */
export function consumeOccasions(db: Db, person_id: PersonId, content_id: ContentId, shown_at: Millis): CompiledQuery {
  return db
    .updateTable("occasions")
    .set({ shown_at })
    .where("person_id", "=", person_id)
    .where("content_id", "=", content_id)
    .where("shown_at", "is", null)
    .compile();
}

/**
 * Moves an anonymous person's occasions to the identified person. Their event counts are deleted and recalculated
 * later.
 */
export function moveOccasions(db: Db, from: PersonId, into: PersonId): readonly CompiledQuery[] {
  return [
    db
      .deleteFrom("occasions")
      .where("person_id", "=", from)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom("occasions as own")
            .select("own.person_id")
            .where("own.person_id", "=", into)
            .whereRef("own.content_id", "=", "occasions.content_id")
            .whereRef("own.milestone", "=", "occasions.milestone"),
        ),
      )
      .compile(),
    db.updateTable("occasions").set({ person_id: into }).where("person_id", "=", from).compile(),
    db.deleteFrom("event_counts").where("person_id", "in", [from, into]).compile(),
  ];
}
