import type { PersonId } from "@fanfare/contract/lib/ids";
import { type CompiledQuery, type RawBuilder, type Selectable, sql } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";

export type FunnelRunRow = Selectable<Schema["funnel_runs"]>;
export type FunnelStepRow = Selectable<Schema["funnel_steps"]>;

/** Adds what was reported about runs to what is known. Repeating it changes nothing. */
export function putFunnelRuns(db: Db, rows: readonly FunnelRunRow[]): CompiledQuery {
  return db
    .insertInto("funnel_runs")
    .values([...rows])
    .onConflict((conflict) => conflict.columns(RUN_KEY).doUpdateSet(RUN_CHANGE))
    .compile();
}

export function putFunnelSteps(db: Db, rows: readonly FunnelStepRow[]): CompiledQuery {
  return db
    .insertInto("funnel_steps")
    .values([...rows])
    .onConflict((conflict) => conflict.columns(STEP_KEY).doUpdateSet(STEP_CHANGE))
    .compile();
}

/** Moves an anonymous person's runs to the identified person. A run that both reported is one run. */
export function moveFunnelRows(db: Db, from: PersonId, into: PersonId): readonly CompiledQuery[] {
  return [
    sql`insert into funnel_runs (person_id, ${names(RUN_COLUMNS)})
      select cast(${into} as text), ${names(RUN_COLUMNS)} from funnel_runs where person_id = ${from}
      on conflict (${names(RUN_KEY)}) do update set ${assignments(RUN_CHANGE)}`.compile(db),
    sql`insert into funnel_steps (person_id, ${names(STEP_COLUMNS)})
      select cast(${into} as text), ${names(STEP_COLUMNS)} from funnel_steps where person_id = ${from}
      on conflict (${names(STEP_KEY)}) do update set ${assignments(STEP_CHANGE)}`.compile(db),
    db.deleteFrom("funnel_runs").where("person_id", "=", from).compile(),
    db.deleteFrom("funnel_steps").where("person_id", "=", from).compile(),
  ];
}

/** Ends the runs that the server just ended as replaced. Their pages may be closed and report no end. */
export function endReplacedFunnelRuns(db: Db, person_id: PersonId, now_ms: Millis): CompiledQuery {
  return db
    .updateTable("funnel_runs")
    .set({ outcome: "dismissed", end_reason: "replaced", ended_at: now_ms, unseen: sql<0 | 1>`1 - seen` })
    .where("person_id", "=", person_id)
    .where("outcome", "=", "")
    .where("run_id", "in", (eb) =>
      eb
        .selectFrom("runs")
        .select("runs.id")
        .where("runs.person_id", "=", person_id)
        .where("runs.end_reason", "=", "replaced")
        .where("runs.ended_at", "=", now_ms),
    )
    .compile();
}

const RUN_KEY = ["person_id", "content_id", "run_id"] as const;
const STEP_KEY = ["person_id", "content_id", "run_id", "step_id"] as const;
const RUN_COLUMNS = [
  ...["content_id", "run_id", "app_id", "version", "variant", "locale", "first_at", "seen", "unseen", "suppressed"],
  ...["outcome", "start_reason", "end_reason", "error", "ended_at", "wait_ms_max"],
];
const STEP_COLUMNS = [
  ...["content_id", "run_id", "step_id", "seen", "done", "missing", "skipped", "skip_event", "near", "unready"],
  "obstructed",
];

function names(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(column)));
}

function assignments(change: Readonly<Record<string, RawBuilder<unknown>>>): RawBuilder<unknown> {
  return sql.join(Object.entries(change).map(([column, value]) => sql`${sql.ref(column)} = ${value}`));
}

/** The completion wins, then the first end. */
const ENDS = sql`funnel_runs.outcome = '' or (excluded.outcome = 'completed' and funnel_runs.outcome <> 'completed')`;
const RUN_CHANGE = {
  version: sql<number | null>`coalesce(funnel_runs.version, excluded.version)`,
  variant: sql<string>`case when funnel_runs.variant = '' then excluded.variant else funnel_runs.variant end`,
  locale: sql<string>`case when funnel_runs.locale = '' then excluded.locale else funnel_runs.locale end`,
  first_at: sql<number>`case when excluded.first_at < funnel_runs.first_at then excluded.first_at else funnel_runs.first_at end`,
  seen: either<0 | 1>("funnel_runs", "seen"),
  unseen: either<0 | 1>("funnel_runs", "unseen"),
  suppressed: either<0 | 1>("funnel_runs", "suppressed"),
  outcome: sql<FunnelRunRow["outcome"]>`case when ${ENDS} then excluded.outcome else funnel_runs.outcome end`,
  start_reason: sql<FunnelRunRow["start_reason"]>`coalesce(funnel_runs.start_reason, excluded.start_reason)`,
  end_reason: sql<
    FunnelRunRow["end_reason"]
  >`case when ${ENDS} then excluded.end_reason else funnel_runs.end_reason end`,
  error: sql<string | null>`case when ${ENDS} then excluded.error else funnel_runs.error end`,
  ended_at: sql<number | null>`case when ${ENDS} then excluded.ended_at else funnel_runs.ended_at end`,
  wait_ms_max: sql<number | null>`coalesce(funnel_runs.wait_ms_max, excluded.wait_ms_max)`,
};
/** A page may send an event again, after the person changed their mind elsewhere. */
const IS_LATER_SKIP = sql`excluded.skip_event > funnel_steps.skip_event`;
const STEP_CHANGE = {
  seen: either<0 | 1>("funnel_steps", "seen"),
  done: either<0 | 1>("funnel_steps", "done"),
  missing: either<0 | 1>("funnel_steps", "missing"),
  skipped: sql<0 | 1>`case when ${IS_LATER_SKIP} then excluded.skipped else funnel_steps.skipped end`,
  skip_event: sql<string>`case when ${IS_LATER_SKIP} then excluded.skip_event else funnel_steps.skip_event end`,
  near: sql<string>`case when funnel_steps.near = '' then excluded.near else funnel_steps.near end`,
  unready: sql<string>`case when funnel_steps.unready = '' then excluded.unready else funnel_steps.unready end`,
  obstructed: sql<string>`case when funnel_steps.obstructed = '' then excluded.obstructed else funnel_steps.obstructed end`,
};

function either<Value>(table: string, column: string): RawBuilder<Value> {
  return sql<Value>`case when excluded.${sql.ref(column)} = 1 then 1 else ${sql.ref(`${table}.${column}`)} end`;
}

/** Tasks that the person has skipped in these runs of checklists. */
export async function skippedTasks(
  db: Db,
  person_id: PersonId,
  runs: readonly Pick<FunnelStepRow, "content_id" | "run_id">[],
): Promise<readonly Pick<FunnelStepRow, "run_id" | "step_id">[]> {
  return db
    .selectFrom("funnel_steps")
    .select(["run_id", "step_id"])
    .where("person_id", "=", person_id)
    .where((eb) => eb.or(runs.map(({ content_id, run_id }) => eb.and({ content_id, run_id }))))
    .where("skipped", "=", 1)
    .execute();
}
