import type { Arm } from "@fanfare/contract/content/experiment";
import type { AppId, ContentId, GoalId, PersonId } from "@fanfare/contract/lib/ids";
import { type CompiledQuery, type Selectable, sql } from "kysely";
import type { Db, Schema } from "../../schema/schema.ts";
import { prepared } from "../prepared.ts";
export type ExposureRow = Selectable<Schema["exposures"]>;

export const armsOf = prepared((db: Db, person_id: PersonId) =>
  db.selectFrom("exposures").select(["content_id", "experiment", "arm"]).where("person_id", "=", person_id).compile(),
);

/** Only the first exposure is stored. */
export function insertExposures(db: Db, rows: readonly ExposureRow[]): CompiledQuery {
  return db
    .insertInto("exposures")
    .values([...rows])
    .onConflict((conflict) => conflict.columns(["person_id", "content_id", "experiment"]).doNothing())
    .compile();
}

/**
 * Moves an anonymous person's exposures to the identified person. A person exposed to two variants keeps the identified
 * person's variant and is marked as crossed: reports exclude them.
 */
export function moveExposures(db: Db, from: PersonId, into: PersonId): readonly CompiledQuery[] {
  return [
    sql`update exposures set crossed = 1 where person_id = ${into} and exists (select 1 from exposures as past
      where past.person_id = ${from} and past.content_id = exposures.content_id
      and past.experiment = exposures.experiment and (past.arm <> exposures.arm or past.crossed = 1))`.compile(db),
    sql`update exposures set exposed_at = (select min(met.exposed_at) from exposures as met
      where met.person_id in (${from}, ${into}) and met.content_id = exposures.content_id
      and met.experiment = exposures.experiment) where person_id = ${into} and exists (select 1 from exposures as past
      where past.person_id = ${from} and past.content_id = exposures.content_id
      and past.experiment = exposures.experiment)`.compile(db),
    sql`delete from exposures where person_id = ${from} and exists (select 1 from exposures as own
      where own.person_id = ${into} and own.content_id = exposures.content_id
      and own.experiment = exposures.experiment)`.compile(db),
    db.updateTable("exposures").set({ person_id: into }).where("person_id", "=", from).compile(),
  ];
}

interface Which {
  readonly app_id: AppId;
  readonly content_id: ContentId;
  readonly experiment: string;
}

export async function latestExperiment(db: Db, app_id: AppId, content_id: ContentId): Promise<string | undefined> {
  const row = await db
    .selectFrom("exposures")
    .select(["experiment", ({ fn }) => fn.max("exposed_at").as("last")])
    .where("content_id", "=", content_id)
    .where("app_id", "=", app_id)
    .groupBy("experiment")
    .orderBy("last", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.experiment;
}

/** Counts the people exposed to each variant, by the version that assigned it. */
export function exposureCounts(
  db: Db,
  { app_id, content_id, experiment }: Which,
): Promise<{ arm: Arm; version: number; crossed: number; people: number; since: number }[]> {
  return db
    .selectFrom("exposures")
    .select(["arm", "version", "crossed"])
    .select(({ fn }) => [fn.countAll<number>().as("people"), fn.min("exposed_at").as("since")])
    .where("content_id", "=", content_id)
    .where("app_id", "=", app_id)
    .where("experiment", "=", experiment)
    .groupBy(["arm", "version", "crossed"])
    .execute();
}

/**
 * Counts each variant's completions of each goal in the app: before the exposure, within the goal's window after it,
 * and those of the latter that are attributed to this content.
 */
export function reachedByArm(
  db: Db,
  { app_id, content_id, experiment }: Which,
): Promise<{ goal_id: GoalId; arm: Arm; before: number; reached: number; attributed: number }[]> {
  const within = sql`milestones.reached_at >= exposures.exposed_at
    and milestones.reached_at <= exposures.exposed_at + goals.window_ms`;
  return db
    .selectFrom("exposures")
    .innerJoin("milestones", "milestones.person_id", "exposures.person_id")
    .innerJoin("goals", "goals.id", "milestones.goal_id")
    .select(["milestones.goal_id", "exposures.arm"])
    .select([
      sql<number>`sum(case when milestones.reached_at < exposures.exposed_at then 1 else 0 end)`.as("before"),
      sql<number>`sum(case when ${within} then 1 else 0 end)`.as("reached"),
      sql<number>`sum(case when ${within} and milestones.content_id = exposures.content_id then 1 else 0 end)`.as(
        "attributed",
      ),
    ])
    .where("exposures.content_id", "=", content_id)
    .where("exposures.app_id", "=", app_id)
    .where("exposures.experiment", "=", experiment)
    .where("exposures.crossed", "=", 0)
    .where("goals.app_id", "=", app_id)
    .groupBy(["milestones.goal_id", "exposures.arm"])
    .execute();
}
