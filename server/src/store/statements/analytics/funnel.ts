import type { FunnelOutcome } from "@fanfare/contract/events/funnel";
import type { AppId, PersonId } from "@fanfare/contract/lib/ids";
import { DAY_MS } from "@fanfare/contract/limits";
import type { FunnelBy } from "@fanfare/contract/schema/analytics/funnel";
import { type RawBuilder, sql } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db } from "../../schema/schema.ts";
import type { FunnelRunRow } from "./funnel-rows.ts";
import { startOfSpan, type TimeSpans } from "./time-spans.ts";

/** Runs of content that began within the range. `person_ids`: only of these people. */
export interface FunnelRange {
  readonly app_id: AppId;
  readonly content_ids: readonly string[];
  readonly from: Millis;
  readonly to: Millis;
  readonly person_ids?: readonly PersonId[] | undefined;
}

/** Number of runs, or of people, that are equal in everything that a funnel counts. */
export interface FunnelRunCount
  extends Pick<FunnelRunRow, "seen" | "unseen" | "suppressed" | "outcome" | "error" | "end_reason" | "wait_ms_max"> {
  /** Value of the dimension. */
  readonly value: string;
  readonly start_reason: FunnelRunRow["start_reason"];
  readonly runs: number;
}

/** Counts runs by everything that a funnel shows. Spans divide them by when they began: the value is a span's start. */
export function funnelRuns(db: Db, range: FunnelRange, by: FunnelBy | TimeSpans): Promise<FunnelRunCount[]> {
  return db
    .selectFrom(runsIn(db, range, by).as("each"))
    .select(COUNTED)
    .select(({ fn }) => fn.countAll<number>().as("runs"))
    .groupBy(COUNTED)
    .orderBy("value")
    .execute();
}

/**
 * Counts people by the run that got furthest, the latest if several did: a view before none; completed, then open, then
 * dismissed, then failed. `suppressed` covers all of a person's runs.
 */
export function funnelPeople(db: Db, range: FunnelRange, by: FunnelBy | TimeSpans): Promise<FunnelRunCount[]> {
  return db
    .selectFrom(rankedRuns(db, range, by).as("ranked"))
    .select(COUNTED)
    .select(({ fn }) => fn.countAll<number>().as("runs"))
    .where("place", "=", 1)
    .groupBy(COUNTED)
    .orderBy("value")
    .execute();
}

/** Runs with their place among those of their person: 1 is the run by which {@link funnelPeople} counts the person. */
export function rankedRuns(db: Db, range: FunnelRange, by: FunnelBy | TimeSpans) {
  const own = sql`partition by value, person_id`;
  return db
    .selectFrom(runsIn(db, range, by).as("each"))
    .select(["value", "person_id", "first_at"])
    .select(["seen", "unseen", "outcome", "error", "start_reason", "end_reason", "wait_ms_max"])
    .select([
      sql<0 | 1>`max(suppressed) over (${own})`.as("suppressed"),
      sql<number>`row_number() over (${own} order by ${VIEWED} desc, ${REACHED} desc, first_at desc, run_id desc)`.as(
        "place",
      ),
    ]);
}

const COUNTED = [
  ...(["value", "seen", "unseen", "suppressed", "outcome", "error", "start_reason", "end_reason"] as const),
  "wait_ms_max",
] as const;
const RANK: Readonly<Record<FunnelOutcome, number>> = { completed: 3, "": 2, dismissed: 1, failed: 0 };
const VIEWED = sql`case when seen = 1 then 2 when unseen = 1 and outcome <> 'failed' then 1 else 0 end`;
const IS_COMPLETION = sql`outcome = 'completed' and (seen = 1 or unseen = 0)`;
const REACHED = sql`case outcome ${sql.join(
  Object.entries(RANK).map(([outcome, rank]) => sql`when ${sql.lit(outcome)} then ${sql.lit(rank)}`),
  sql` `,
)} end`;

export interface ContentResultCount {
  readonly content_id: string;
  readonly started: number;
  readonly completed: number;
  readonly people_started: number;
  readonly people_completed: number;
}

/** Views and completions by content, in runs and in people, as {@link funnelRuns} and {@link funnelPeople} count them. */
export function contentResults(db: Db, range: FunnelRange): Promise<ContentResultCount[]> {
  const by_person = inRange(db, range)
    .select(["funnel_runs.content_id", "funnel_runs.person_id"])
    .select(sql<number>`sum(seen)`.as("started"))
    .select(sql<number>`sum(case when ${IS_COMPLETION} then 1 else 0 end)`.as("completed"))
    .select(sql<number>`max(${VIEWED} * 10 + ${REACHED})`.as("furthest"))
    .groupBy(["funnel_runs.content_id", "funnel_runs.person_id"]);
  return (
    db
      .selectFrom(by_person.as("each"))
      .select("content_id")
      .select(({ fn }) => [fn.sum<number>("started").as("started"), fn.sum<number>("completed").as("completed")])
      .select(sql<number>`sum(case when furthest >= 20 then 1 else 0 end)`.as("people_started"))
      // Completed after a view, or by a backend without one.
      .select(sql<number>`sum(case when furthest in (23, 3) then 1 else 0 end)`.as("people_completed"))
      .groupBy("content_id")
      .execute()
  );
}

export interface FunnelStepCount {
  readonly value: string;
  readonly step_id: string;
  readonly seen: number;
  readonly done: number;
  readonly missing: number;
  readonly skipped: number;
  readonly people_seen: number;
  readonly people_done: number;
  readonly people_missing: number;
  readonly people_skipped: number;
}

export function funnelSteps(db: Db, range: FunnelRange, by: FunnelBy | "content_id"): Promise<FunnelStepCount[]> {
  const times = (column: "seen" | "done" | "missing") => sql<number>`sum(funnel_steps.${sql.ref(column)})`;
  const people = (column: "seen" | "done" | "missing") =>
    sql<number>`count(distinct case when funnel_steps.${sql.ref(column)} = 1 then funnel_steps.person_id end)`;
  return stepsIn(db, range)
    .select([stepValue(by).as("value"), "step_id"])
    .select([times("seen").as("seen"), times("done").as("done"), times("missing").as("missing")])
    .select([people("seen").as("people_seen"), people("done").as("people_done")])
    .select(people("missing").as("people_missing"))
    .select([
      sql<number>`sum(case when ${IS_SKIPPED} then 1 else 0 end)`.as("skipped"),
      sql<number>`count(distinct case when ${IS_SKIPPED} then funnel_steps.person_id end)`.as("people_skipped"),
    ])
    .groupBy(["value", "funnel_steps.step_id"])
    .orderBy("value")
    .orderBy("step_id")
    .execute();
}

/** A task that was completed after all counts as completed. */
export const IS_SKIPPED = sql`funnel_steps.skipped = 1 and funnel_steps.done = 0`;

export interface FunnelCause {
  readonly value: string;
  readonly step_id: string;
  readonly near: string;
  readonly unready: string;
  readonly obstructed: string;
  readonly runs: number;
}

/**
 * Counts the runs in which a step failed, by the closest match of its target, and by why the page wasn't ready or what it
 * does.
 */
export function funnelCauses(db: Db, range: FunnelRange, by: FunnelBy | "content_id"): Promise<FunnelCause[]> {
  return stepsIn(db, range)
    .select([stepValue(by).as("value"), "step_id", "near", "unready", "obstructed"])
    .select(({ fn }) => fn.countAll<number>().as("runs"))
    .where((eb) => eb.or([eb("near", "<>", ""), eb("unready", "<>", ""), eb("obstructed", "<>", "")]))
    .groupBy(["value", "step_id", "near", "unready", "obstructed"])
    .orderBy("value")
    .orderBy("step_id")
    .execute();
}

export interface StepFailures extends FunnelCause {
  readonly seen: number;
  readonly missing: number;
}

/** Views of each step, divided by why they failed, in one pass. `value` is the content. */
export function stepFailures(db: Db, range: FunnelRange): Promise<StepFailures[]> {
  return stepsIn(db, range)
    .select([stepValue("content_id").as("value"), "step_id", "near", "unready", "obstructed"])
    .select(({ fn }) => [
      fn.countAll<number>().as("runs"),
      fn.sum<number>("funnel_steps.seen").as("seen"),
      fn.sum<number>("funnel_steps.missing").as("missing"),
    ])
    .groupBy(["value", "step_id", "near", "unready", "obstructed"])
    .orderBy("value")
    .orderBy("step_id")
    .execute();
}

/** Uses the index `funnel_runs_by_content`. */
export async function variantsOf(db: Db, range: FunnelRange): Promise<readonly string[]> {
  const rows = await inRange(db, range).select("variant").distinct().orderBy("variant").execute();
  return rows.map(({ variant }) => variant);
}

/** People with the latest views within the range. Uses the index `funnel_runs_by_content`. */
export async function latestViewers(db: Db, range: FunnelRange, rows_max: number): Promise<readonly PersonId[]> {
  const rows = await inRange(db, range)
    .select("funnel_runs.person_id")
    .where("funnel_runs.seen", "=", 1)
    .orderBy("first_at", "desc")
    .limit(rows_max)
    .execute();
  return rows.map(({ person_id }) => person_id);
}

/** Completed runs by UTC day of their end, without those that no one could see. Uses the index `funnel_runs_by_end`. */
export function dailyCompletions(db: Db, app_id: AppId, since: Millis): Promise<{ day: number; runs: number }[]> {
  return db
    .selectFrom("funnel_runs")
    .select(sql<number>`ended_at - ended_at % ${sql.lit(DAY_MS)}`.as("day"))
    .select(({ fn }) => fn.countAll<number>().as("runs"))
    .where("app_id", "=", app_id)
    .where("ended_at", ">=", since)
    .where(sql<boolean>`${IS_COMPLETION}`)
    .groupBy("day")
    .execute();
}

/** Views of all content that began in a period, and the people who had them. Uses the index `funnel_runs_by_start`. */
export function viewsOfApp(
  db: Db,
  { app_id, from, to }: Pick<FunnelRange, "app_id" | "from" | "to">,
): Promise<{ people: number; views: number }> {
  return db
    .selectFrom("funnel_runs")
    .select(({ fn }) => [fn.count<number>("person_id").distinct().as("people"), fn.countAll<number>().as("views")])
    .where("app_id", "=", app_id)
    .where("first_at", ">=", from)
    .where("first_at", "<", to)
    .where("seen", "=", 1)
    .executeTakeFirstOrThrow();
}

export function idsOfLiveContents(db: Db, app_id: AppId): Promise<{ content_id: string; name: string }[]> {
  return db
    .selectFrom("publications")
    .innerJoin("contents", "contents.id", "publications.content_id")
    .select(["contents.id as content_id", "contents.name"])
    .where("publications.app_id", "=", app_id)
    .orderBy("contents.id")
    .execute();
}

function inRange(db: Db, { app_id, content_ids, from, to, person_ids }: FunnelRange) {
  const query = db
    .selectFrom("funnel_runs")
    .where("funnel_runs.content_id", "in", [...content_ids])
    .where("funnel_runs.app_id", "=", app_id)
    .where("first_at", ">=", from)
    .where("first_at", "<", to);
  return person_ids === undefined ? query : query.where("funnel_runs.person_id", "in", [...person_ids]);
}

function runsIn(db: Db, range: FunnelRange, by: FunnelBy | TimeSpans) {
  return inRange(db, range)
    .leftJoin("runs", "runs.id", "funnel_runs.run_id")
    .select([
      runValue(by).as("value"),
      "funnel_runs.person_id",
      "funnel_runs.run_id",
      "first_at",
      "seen",
      "unseen",
      "suppressed",
      "outcome",
      "error",
      "funnel_runs.end_reason",
      "wait_ms_max",
      // The event with the reason may be missing if the view began on another device or page. Rows of earlier versions
      // have `resume` then.
      sql<FunnelRunRow["start_reason"]>`coalesce(nullif(funnel_runs.start_reason, 'resume'), runs.start_reason)`.as(
        "start_reason",
      ),
    ]);
}

function runValue(by: FunnelBy | TimeSpans): RawBuilder<string> {
  if (typeof by !== "string") return sql`cast(${startOfSpan("first_at", by)} as text)`;
  switch (by) {
    case "all":
    case "step_id":
      return sql`''`;
    case "version":
      return sql`coalesce(cast(funnel_runs.version as text), '')`;
    case "variant":
    case "locale":
      return sql`${sql.ref(`funnel_runs.${by}`)}`;
  }
}

export function stepsIn(db: Db, range: FunnelRange) {
  return inRange(db, range).innerJoin("funnel_steps", (join) =>
    join
      .onRef("funnel_steps.person_id", "=", "funnel_runs.person_id")
      .onRef("funnel_steps.content_id", "=", "funnel_runs.content_id")
      .onRef("funnel_steps.run_id", "=", "funnel_runs.run_id"),
  );
}

export function stepValue(by: FunnelBy | "content_id"): RawBuilder<string> {
  if (by === "content_id") return sql`funnel_runs.content_id`;
  return by === "step_id" ? sql`funnel_steps.step_id` : runValue(by);
}
