import type { AppId, GoalId, PersonId } from "@fanfare/contract/ids";
import type { CompiledQuery, Kysely, Selectable } from "kysely";
import type { Schema } from "./schema.ts";

export type GoalRow = Selectable<Schema["goals"]>;
export type MilestoneRow = Selectable<Schema["milestones"]>;
type Db = Kysely<Schema>;

export function goalsOf(db: Db, app_id: AppId): Promise<GoalRow[]> {
  return db.selectFrom("goals").selectAll().where("app_id", "=", app_id).orderBy("id").execute();
}

export function insertGoal(db: Db, row: GoalRow): CompiledQuery {
  return db.insertInto("goals").values(row).compile();
}

export function deleteGoal(db: Db, app_id: AppId, id: GoalId): CompiledQuery {
  return db.deleteFrom("goals").where("app_id", "=", app_id).where("id", "=", id).compile();
}

/** A goal is reached once: the first milestone stands. Returns the goals that were new. */
export function insertMilestones(db: Db, rows: readonly MilestoneRow[]): CompiledQuery {
  return db
    .insertInto("milestones")
    .values([...rows])
    .onConflict((conflict) => conflict.columns(["goal_id", "person_id"]).doNothing())
    .returning("goal_id")
    .compile();
}

/** What an anonymous person reached, the one they became has reached, and not twice. */
export function moveMilestones(db: Db, from: PersonId, into: PersonId): readonly CompiledQuery[] {
  return [
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
