import type { AppId, ContentId, PersonId } from "@fanfare/contract/lib/ids";
import { type CompiledQuery, type RawBuilder, type Selectable, sql } from "kysely";
import type { JsonText, Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
import type { Statement } from "../../store.ts";
import { startOfSpan, type TimeSpans } from "./time-spans.ts";

export type AnswerRow = Selectable<Schema["survey_answers"]>;

/**
 * Replaces the run's earlier answer. An answer that arrives late changes nothing, nor does one of a run that isn't a
 * response (survey-responses.ts).
 */
export function putAnswer(db: Db, rows: readonly AnswerRow[]): readonly Statement[] {
  const [first] = rows;
  if (first === undefined) return [];
  const { run_id, question_id, event_id, person_id } = first;
  const older = db
    .deleteFrom("survey_answers")
    .where("run_id", "=", run_id)
    .where("question_id", "=", question_id)
    .where("person_id", "=", person_id)
    .where("event_id", "<", event_id)
    .compile();
  return [{ query: older }, ...rows.map((row) => ({ query: insertUnlessAnother(db, row) }))];
}

/** After older rows are deleted, remaining ones are a later answer or another person's. They stay. */
function insertUnlessAnother(db: Db, row: AnswerRow): CompiledQuery {
  const text = (value: string | null) => sql`cast(${value} as text)`;
  const whole = (value: number | null) => sql`cast(${value} as bigint)`;
  return sql`insert into survey_answers
    (run_id, question_id, ordinal, event_id, app_id, content_id, version, person_id, number, part, option, text, answered_at)
    select ${text(row.run_id)}, ${text(row.question_id)}, ${whole(row.ordinal)}, ${text(row.event_id)}, ${text(row.app_id)},
      ${text(row.content_id)}, ${whole(row.version)}, ${text(row.person_id)}, ${whole(row.number)}, ${text(row.part)}, ${text(row.option)},
      ${text(row.text)}, ${whole(row.answered_at)}
    where not exists (select 1 from survey_answers where run_id = ${row.run_id} and question_id = ${row.question_id}
      and event_id <> ${row.event_id})
      and exists (select 1 from survey_responses where run_id = ${row.run_id})
    on conflict (run_id, question_id, ordinal) do nothing`.compile(db);
}

export function moveAnswers(db: Db, from: PersonId, into: PersonId): CompiledQuery {
  return db.updateTable("survey_answers").set({ person_id: into }).where("person_id", "=", from).compile();
}

export interface AnswerCount {
  readonly question_id: string;
  readonly number: number | null;
  /** Row of a matrix. */
  readonly part: string | null;
  readonly option: string | null;
  readonly runs: number;
  /** Sum of the places in a ranking, from 0. */
  readonly places: number;
  /** How many of those rows are the first of their answer. */
  readonly answers: number;
}

/** From `from`, before `to`. */
export interface AnswerRange {
  readonly from?: Millis | undefined;
  readonly to?: Millis | undefined;
  /** Only answers of these people. */
  readonly person_ids?: readonly PersonId[] | undefined;
}

function isWithin({ from = 0, to = Number.MAX_SAFE_INTEGER, person_ids }: AnswerRange): RawBuilder<boolean> {
  const time = sql<boolean>`(survey_answers.answered_at >= ${from} and survey_answers.answered_at < ${to})`;
  if (person_ids === undefined) return time;
  if (person_ids.length === 0) return sql<boolean>`1 = 0`;
  return sql<boolean>`(${time} and survey_answers.person_id in (${sql.join(person_ids)}))`;
}

/** People with an answer within the range, those with the latest ones first. */
export async function latestRespondents(
  db: Db,
  app_id: AppId,
  content_id: ContentId,
  range: AnswerRange,
  rows_max: number,
): Promise<readonly PersonId[]> {
  const rows = await db
    .selectFrom("survey_answers")
    .select("person_id")
    .where("content_id", "=", content_id)
    .where("app_id", "=", app_id)
    .where("person_id", "is not", null)
    .where(isWithin(range))
    .groupBy("person_id")
    .orderBy(({ fn }) => fn.max("answered_at"), "desc")
    .limit(rows_max)
    .execute();
  return rows.flatMap(({ person_id }) => person_id ?? []);
}

/** Counts answers per number and option. Text answers are counted together. */
export function countAnswers(
  db: Db,
  app_id: AppId,
  content_id: ContentId,
  range: AnswerRange = {},
): Promise<AnswerCount[]> {
  return db
    .selectFrom("survey_answers")
    .select(["question_id", "number", "part", "option"])
    .select((eb) => eb.fn.countAll<number>().as("runs"))
    .select((eb) => eb.fn.sum<number>("ordinal").as("places"))
    .select(sql<number>`sum(case when ordinal = 0 then 1 else 0 end)`.as("answers"))
    .where("content_id", "=", content_id)
    .where("app_id", "=", app_id)
    .where(isWithin(range))
    .groupBy(["question_id", "number", "part", "option"])
    .orderBy("question_id")
    .execute();
}

export interface ScoreCount {
  readonly question_id: string;
  readonly number: number;
  /** Start of the span. */
  readonly start: Millis;
  readonly runs: number;
}

/** Counts numbers that were answered in each span of time. */
export function countScores(
  db: Db,
  { app_id, content_id }: { readonly app_id: AppId; readonly content_id: ContentId },
  range: AnswerRange,
  spans: TimeSpans,
): Promise<ScoreCount[]> {
  return db
    .selectFrom("survey_answers")
    .select(["question_id", "number", startOfSpan("answered_at", spans).as("start")])
    .select(({ fn }) => fn.countAll<number>().as("runs"))
    .where("content_id", "=", content_id)
    .where("app_id", "=", app_id)
    .where(isWithin(range))
    .where("number", "is not", null)
    .groupBy(["question_id", "number", "start"])
    .$narrowType<{ number: number }>()
    .execute();
}

/** Each answer with its run, if it isn't anonymous. */
function answersWithRun(db: Db) {
  return db
    .selectFrom("survey_answers")
    .leftJoin("funnel_runs", (join) =>
      join
        .onRef("funnel_runs.person_id", "=", "survey_answers.person_id")
        .onRef("funnel_runs.content_id", "=", "survey_answers.content_id")
        .onRef("funnel_runs.run_id", "=", "survey_answers.run_id"),
    );
}

/**
 * Counts the runs with an answer, those that were completed, and those of a survey link. Anonymous responses have no run:
 * they come by link, and only when completed.
 */
export async function countResponses(
  db: Db,
  app_id: AppId,
  content_id: ContentId,
  range: AnswerRange,
): Promise<{ readonly responses: number; readonly completed: number; readonly by_link: number }> {
  const row = await answersWithRun(db)
    .select(sql<number>`count(distinct survey_answers.run_id)`.as("responses"))
    .select(
      sql<number>`count(distinct case when funnel_runs.outcome = 'completed' or survey_answers.person_id is null then survey_answers.run_id end)`.as(
        "completed",
      ),
    )
    .select(
      sql<number>`count(distinct case when funnel_runs.start_reason = 'survey_link' or survey_answers.person_id is null then survey_answers.run_id end)`.as(
        "by_link",
      ),
    )
    .where("survey_answers.content_id", "=", content_id)
    .where("survey_answers.app_id", "=", app_id)
    .where(isWithin(range))
    .executeTakeFirst();
  return {
    responses: Number(row?.responses ?? 0),
    completed: Number(row?.completed ?? 0),
    by_link: Number(row?.by_link ?? 0),
  };
}

/** SQLite lowercases only ASCII: text with other capital letters matches only as typed. */
function textContains(text: string): RawBuilder<boolean> {
  const typed = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  const column = sql`survey_answers.text`;
  return sql<boolean>`(lower(${column}) like ${typed.toLowerCase()} escape '\\' or ${column} like ${typed} escape '\\')`;
}

/** First row of each answer to a question, with its person, newest first. `text`: "" for all. */
export function answersTo(
  db: Db,
  at: {
    readonly app_id: AppId;
    readonly content_id: ContentId;
    readonly question_id: string;
    readonly range?: AnswerRange;
    readonly text?: string;
  },
  after: { readonly answered_at: Millis; readonly run_id: string } | undefined,
  rows_max: number,
) {
  const { text = "" } = at;
  const query = answersWithRun(db)
    .leftJoin("people", "people.id", "survey_answers.person_id")
    .select([
      "funnel_runs.start_reason",
      "survey_answers.run_id",
      "survey_answers.version",
      "survey_answers.number",
      "survey_answers.option",
      "survey_answers.text",
      "survey_answers.answered_at",
      "people.id as person_id",
      "people.external_id",
      "people.anonymous_id",
      "people.attributes",
    ])
    .where("survey_answers.content_id", "=", at.content_id)
    .where("survey_answers.app_id", "=", at.app_id)
    .where("survey_answers.question_id", "=", at.question_id)
    .where("survey_answers.ordinal", "=", 0)
    .where(isWithin(at.range ?? {}))
    .$if(text !== "", (found) => found.where(textContains(text)))
    .orderBy("survey_answers.answered_at", "desc")
    .orderBy("survey_answers.run_id", "desc")
    .limit(rows_max);
  if (after === undefined) return query.execute();
  const { answered_at, run_id } = after;
  return query
    .where(sql<boolean>`(survey_answers.answered_at, survey_answers.run_id) < (${answered_at}, ${run_id})`)
    .execute();
}

interface AnswersOfSurvey {
  readonly app_id: AppId;
  readonly content_id: ContentId;
  readonly range: AnswerRange;
}

/** Questions with an answer, and the versions in which they were asked, latest first. */
export function questionsAnswered(db: Db, { app_id, content_id, range }: AnswersOfSurvey) {
  return db
    .selectFrom("survey_answers")
    .select(["question_id", "version"])
    .distinct()
    .where("content_id", "=", content_id)
    .where("app_id", "=", app_id)
    .where(isWithin(range))
    .orderBy("version", "desc")
    .orderBy("question_id")
    .execute();
}

/** The next runs with an answer, in the order of their IDs. Uses the index `survey_answers_by_run`. */
export async function nextResponses(
  db: Db,
  { app_id, content_id, range }: AnswersOfSurvey,
  after: string,
  rows_max: number,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("survey_answers")
    .select("run_id")
    .distinct()
    .where("content_id", "=", content_id)
    .where("app_id", "=", app_id)
    .where("run_id", ">", after)
    .where(isWithin(range))
    .orderBy("run_id")
    .limit(rows_max)
    .execute();
  return rows.map(({ run_id }) => run_id);
}

/** All rows of the answers in these runs with what is known about the run and its person, in order. */
export function answersOfResponses(db: Db, run_ids: readonly string[], range: AnswerRange) {
  return answersWithRun(db)
    .leftJoin("people", "people.id", "survey_answers.person_id")
    .select([
      ...(["funnel_runs.start_reason", "funnel_runs.outcome", "funnel_runs.locale", "funnel_runs.variant"] as const),
      ...(["survey_answers.run_id", "survey_answers.question_id", "survey_answers.version"] as const),
      ...(["survey_answers.number", "survey_answers.part", "survey_answers.option", "survey_answers.text"] as const),
      ...(["survey_answers.answered_at", "people.id as person_id"] as const),
      ...(["people.external_id", "people.anonymous_id", "people.attributes"] as const),
    ])
    .where("survey_answers.run_id", "in", [...run_ids])
    .where(isWithin(range))
    .orderBy("survey_answers.run_id")
    .orderBy("survey_answers.question_id")
    .orderBy("survey_answers.ordinal")
    .execute();
}

/** All rows of the answers, in order. */
export function optionsOf(
  db: Db,
  run_ids: readonly string[],
  question_id: string,
): Promise<Pick<AnswerRow, "run_id" | "part" | "option" | "text">[]> {
  return db
    .selectFrom("survey_answers")
    .select(["run_id", "part", "option", "text"])
    .where("run_id", "in", [...run_ids])
    .where("question_id", "=", question_id)
    .orderBy("run_id")
    .orderBy("ordinal")
    .execute();
}

/** All rows of the answers that a person gave in these runs, in order. */
export function answersInRuns(
  db: Db,
  person_id: PersonId,
  run_ids: readonly string[],
): Promise<Pick<AnswerRow, "run_id" | "question_id" | "number" | "part" | "option" | "text">[]> {
  return db
    .selectFrom("survey_answers")
    .select(["run_id", "question_id", "number", "part", "option", "text"])
    .where("run_id", "in", [...run_ids])
    .where("person_id", "=", person_id)
    .orderBy("run_id")
    .orderBy("question_id")
    .orderBy("ordinal")
    .execute();
}

export async function editionNumbered(db: Db, content_id: ContentId, number: number): Promise<JsonText | undefined> {
  const row = await db
    .selectFrom("versions")
    .select("edition")
    .where("content_id", "=", content_id)
    .where("number", "=", number)
    .executeTakeFirst();
  return row?.edition;
}
