import type { PersonId } from "@fanfare/contract/lib/ids";
import type { FunnelBy, FunnelGroup, FunnelStepGroup } from "@fanfare/contract/schema/analytics/funnel";
import { sql } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db } from "../../schema/schema.ts";
import { type FunnelRange, IS_SKIPPED, rankedRuns, stepsIn, stepValue } from "./funnel.ts";

/** Part of a funnel: a value of its dimension. */
export interface FunnelPartName {
  readonly by: FunnelBy;
  readonly value: string;
}

export interface FunnelPersonRow {
  readonly person_id: PersonId;
  /** When the run that counts began. */
  readonly at: Millis;
}

/** The latest people behind a number, and how many there are in all. */
export interface FunnelPeoplePage {
  readonly people: readonly FunnelPersonRow[];
  readonly total: number;
}

/** People behind a number of a funnel, latest first, as `funnelPeople` counts them. */
export async function peopleOfGroup(
  db: Db,
  range: FunnelRange,
  { by, value, rows_max }: FunnelPartName & { readonly rows_max: number },
  group: FunnelGroup,
): Promise<FunnelPeoplePage> {
  const rows = await db
    .selectFrom(rankedRuns(db, range, by).as("ranked"))
    .select(["person_id", "first_at as at", TOTAL])
    .where("place", "=", 1)
    .where("value", "=", value)
    .where(sql<boolean>`${GROUPS[group]}`)
    .orderBy("first_at", "desc")
    .orderBy("person_id")
    .limit(rows_max)
    .execute();
  return pageOf(rows);
}

/** Rows beyond the page, too. */
const TOTAL = sql<number>`count(*) over ()`.as("total");

/** PostgreSQL returns large integers as text. */
function pageOf(rows: readonly (FunnelPersonRow & { readonly total: number })[]): FunnelPeoplePage {
  return {
    people: rows.map(({ person_id, at }) => ({ person_id, at: Number(at) })),
    total: Number(rows[0]?.total ?? 0),
  };
}

/** Without a view, a backend's end of a run counts, unless the page reported that no one could see it. */
const ended = (outcome: "completed" | "dismissed") => sql`outcome = ${sql.lit(outcome)} and (seen = 1 or unseen = 0)`;

const GROUPS: Readonly<Record<FunnelGroup, ReturnType<typeof sql>>> = {
  started: sql`seen = 1`,
  completed: ended("completed"),
  dismissed: ended("dismissed"),
  failed: sql`seen = 1 and outcome = 'failed'`,
  in_progress: sql`seen = 1 and outcome = ''`,
  suppressed: sql`suppressed = 1`,
  unseen: sql`seen = 0 and unseen = 1 and outcome in ('completed', 'dismissed')`,
};

/** People behind a number of a step, latest first, as `funnelSteps` counts them. */
export async function peopleOfStep(
  db: Db,
  range: FunnelRange,
  { by, value, step_id, rows_max }: FunnelPartName & { readonly step_id: string; readonly rows_max: number },
  group: FunnelStepGroup,
): Promise<FunnelPeoplePage> {
  const rows = await stepsIn(db, range)
    .select("funnel_runs.person_id")
    .select(({ fn }) => [fn.max("first_at").as("at"), TOTAL])
    .where("funnel_steps.step_id", "=", step_id)
    .where(sql<boolean>`${stepValue(by)} = ${value}`)
    .where(sql<boolean>`${STEP_GROUPS[group]}`)
    .groupBy("funnel_runs.person_id")
    .orderBy("at", "desc")
    .orderBy("funnel_runs.person_id")
    .limit(rows_max)
    .execute();
  return pageOf(rows);
}

const STEP_GROUPS: Readonly<Record<FunnelStepGroup, ReturnType<typeof sql>>> = {
  seen: sql`funnel_steps.seen = 1`,
  advanced: sql`funnel_steps.done = 1`,
  missing: sql`funnel_steps.missing = 1`,
  skipped: IS_SKIPPED,
};
