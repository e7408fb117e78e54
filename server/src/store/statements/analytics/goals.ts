import type { AppId, ContentId, GoalId, PersonId, RunId } from "@fanfare/contract/lib/ids";
import { type CompiledQuery, type Selectable, sql } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
import { prepared } from "../prepared.ts";
import { startOfSpan, type TimeSpans } from "./time-spans.ts";

export type GoalRow = Selectable<Schema["goals"]>;
export type MilestoneRow = Selectable<Schema["milestones"]>;

export const goalsOf = prepared((db: Db, app_id: AppId) =>
  db
    .selectFrom("goals")
    .selectAll()
    .where("app_id", "=", app_id)
    .where("archived_at", "is", null)
    .orderBy("id")
    .compile(),
);

/** No row if it was changed since `revision`. */
export function updateGoal(
  db: Db,
  { app_id, id, revision }: Pick<GoalRow, "app_id" | "id" | "revision">,
  change: Partial<Omit<GoalRow, "id" | "app_id" | "created_at" | "revision" | "archived_at">>,
): CompiledQuery {
  return db
    .updateTable("goals")
    .set({ ...change, revision: revision + 1 })
    .where("app_id", "=", app_id)
    .where("id", "=", id)
    .where("revision", "=", revision)
    .where("archived_at", "is", null)
    .compile();
}

export function deleteMilestones(db: Db, goal_id: GoalId): CompiledQuery {
  return db.deleteFrom("milestones").where("goal_id", "=", goal_id).compile();
}

/** Deletes a goal, or restores it with null. No row if it already has that state. */
export function archiveGoal(db: Db, app_id: AppId, id: GoalId, archived_at: Millis | null): CompiledQuery {
  return db
    .updateTable("goals")
    .set({ archived_at })
    .where("app_id", "=", app_id)
    .where("id", "=", id)
    .where("archived_at", archived_at === null ? "is not" : "is", null)
    .compile();
}

/** Stores only the first completion of each goal. Returns the goals that were new. */
export function insertMilestones(db: Db, rows: readonly MilestoneRow[]): CompiledQuery {
  return db
    .insertInto("milestones")
    .values([...rows])
    .onConflict((conflict) => conflict.columns(["goal_id", "person_id"]).doNothing())
    .returning("goal_id")
    .compile();
}

/** Moves an anonymous person's completions to the identified person. Of two, the earlier one is kept. */
export function moveMilestones(db: Db, from: PersonId, into: PersonId): readonly CompiledQuery[] {
  return [
    sql`delete from milestones where person_id = ${into} and exists (select 1 from milestones as past
      where past.person_id = ${from} and past.goal_id = milestones.goal_id
      and past.reached_at < milestones.reached_at)`.compile(db),
    db
      .deleteFrom("milestones")
      .where("person_id", "=", from)
      .where("goal_id", "in", (eb) =>
        eb.selectFrom("milestones as own").select("own.goal_id").where("own.person_id", "=", into),
      )
      .compile(),
    db.updateTable("milestones").set({ person_id: into }).where("person_id", "=", from).compile(),
  ];
}

/** Omits goals without completions. */
export function milestoneCounts(db: Db, app_id: AppId): Promise<{ goal_id: GoalId; people: number }[]> {
  return db
    .selectFrom("milestones")
    .select(({ fn }) => ["goal_id", fn.countAll<number>().as("people")])
    .where("goal_id", "in", (eb) => eb.selectFrom("goals").select("id").where("app_id", "=", app_id))
    .groupBy("goal_id")
    .execute();
}

/** Completions of a goal within a time, one per person. Uses the index `milestones_by_time`. */
interface MilestoneRange {
  readonly goal_id: GoalId;
  readonly from: Millis;
  readonly to: Millis;
}

export function milestonesBySpan(
  db: Db,
  range: MilestoneRange,
  spans: TimeSpans,
): Promise<{ start: number; people: number }[]> {
  return milestonesIn(db, range)
    .select(startOfSpan("reached_at", spans).as("start"))
    .select(({ fn }) => fn.countAll<number>().as("people"))
    .groupBy("start")
    .execute();
}

/** By attributed content, most people first. */
export function milestonesByContent(db: Db, range: MilestoneRange, limit: number) {
  return milestonesIn(db, range)
    .leftJoin("contents", "contents.id", "milestones.content_id")
    .select(({ fn }) => ["milestones.content_id", "contents.name", fn.countAll<number>().as("people")])
    .groupBy(["milestones.content_id", "contents.name"])
    .orderBy("people", "desc")
    .orderBy("milestones.content_id")
    .limit(limit)
    .execute();
}

export async function countMilestones(db: Db, range: MilestoneRange): Promise<number> {
  const { people } = await milestonesIn(db, range)
    .select(({ fn }) => fn.countAll<number>().as("people"))
    .executeTakeFirstOrThrow();
  return Number(people);
}

function milestonesIn(db: Db, { goal_id, from, to }: MilestoneRange) {
  return db
    .selectFrom("milestones")
    .where("goal_id", "=", goal_id)
    .where("reached_at", ">=", from)
    .where("reached_at", "<", to);
}

export function runSince(
  db: Db,
  person_id: PersonId,
  since: Millis,
  which: "first" | "last",
): Promise<{ id: RunId; content_id: ContentId } | undefined> {
  return db
    .selectFrom("runs")
    .select(["id", "content_id"])
    .where("person_id", "=", person_id)
    .where("started_at", ">=", since)
    .orderBy("started_at", which === "first" ? "asc" : "desc")
    .orderBy("id", which === "first" ? "asc" : "desc")
    .limit(1)
    .executeTakeFirst();
}
