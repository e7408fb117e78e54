import type { AppId, ContentId, PersonId } from "@fanfare/contract/lib/ids";
import { type CompiledQuery, type Selectable, sql } from "kysely";
import { toBit } from "../../columns.ts";
import type { Db, Schema } from "../../schema/schema.ts";
import type { Statement } from "../../store.ts";

type ResponseRow = Omit<Selectable<Schema["survey_responses"]>, "counted">;

/** In place of a day: the responses of all days. */
const IN_TOTAL = -1;

/** Most responses from the first day of a period on, or in total. */
export interface QuotaLimit {
  readonly responses_max: number;
  readonly first_day: number | undefined;
}

/**
 * Statements that count a response once, however often its answers are sent, and only while the quota has room. The
 * first one locks the survey's counts, so that concurrent responses can't exceed the quota. Answers are stored only of
 * responses (`putAnswer`).
 */
export function claimResponse(
  db: Db,
  response: ResponseRow,
  day: number,
  quota: QuotaLimit | undefined,
): readonly Statement[] {
  const { run_id, app_id, content_id, person_id } = response;
  const is_counted = sql<number>`cast(${toBit(false)} as bigint)`;
  const lock = sql`insert into survey_response_counts (app_id, content_id, day, responses)
    values (${app_id}, ${content_id}, ${IN_TOTAL}, 0)
    on conflict (app_id, content_id, day) do update set responses = survey_response_counts.responses`;
  const room =
    quota === undefined
      ? sql`1 = 1`
      : sql`(${countedResponses(db, app_id, content_id, quota.first_day)}) < ${quota.responses_max}`;
  const claim = sql`insert into survey_responses (run_id, app_id, content_id, person_id, counted)
    select cast(${run_id} as text), cast(${app_id} as text), cast(${content_id} as text), cast(${person_id} as text), ${is_counted}
    where ${room}
    on conflict (run_id) do nothing`;
  const count = sql`insert into survey_response_counts (app_id, content_id, day, responses)
    select cast(${app_id} as text), cast(${content_id} as text), days.day, 1
    from (select ${sql.lit(IN_TOTAL)} as day union all select ${sql.lit(day)} as day) as days
    where exists (select 1 from survey_responses where run_id = ${run_id} and counted = ${toBit(false)})
    on conflict (app_id, content_id, day) do update set responses = survey_response_counts.responses + 1`;
  const mark = db
    .updateTable("survey_responses")
    .set({ counted: toBit(true) })
    .where("run_id", "=", run_id)
    .where("counted", "=", toBit(false))
    .returning("content_id");
  return [lock.compile(db), claim.compile(db), count.compile(db), mark.compile()].map((query) => ({ query }));
}

function countedResponses(db: Db, app_id: AppId, content_id: ContentId, first_day: number | undefined) {
  const counts = db
    .selectFrom("survey_response_counts")
    .select(sql<number>`coalesce(sum(responses), 0)`.as("responses"))
    .where("app_id", "=", app_id)
    .where("content_id", "=", content_id);
  return first_day === undefined ? counts.where("day", "=", IN_TOTAL) : counts.where("day", ">=", first_day);
}

/** Responses from the first day of a period on, or in total. */
export async function readResponses(
  db: Db,
  app_id: AppId,
  content_id: ContentId,
  first_day: number | undefined,
): Promise<number> {
  const counts = await responsesOf(db, app_id, [{ content_id, first_day }]);
  return counts.get(content_id) ?? 0;
}

/** {@link readResponses} of several surveys, in one query. */
export async function responsesOf(
  db: Db,
  app_id: AppId,
  surveys: readonly { readonly content_id: ContentId; readonly first_day: number | undefined }[],
): Promise<ReadonlyMap<ContentId, number>> {
  if (surveys.length === 0) return new Map();
  const rows = await db
    .selectFrom("survey_response_counts")
    .select(["content_id", sql<number>`sum(responses)`.as("responses")])
    .where("app_id", "=", app_id)
    .where((eb) =>
      eb.or(
        surveys.map(({ content_id, first_day }) =>
          eb("content_id", "=", content_id).and(
            first_day === undefined ? eb("day", "=", IN_TOTAL) : eb("day", ">=", first_day),
          ),
        ),
      ),
    )
    .groupBy("content_id")
    .execute();
  const counted = new Map(rows.map(({ content_id, responses }) => [content_id, Number(responses)]));
  return new Map(surveys.map(({ content_id }) => [content_id, counted.get(content_id) ?? 0]));
}

/** Of these runs, those that are responses. */
export async function respondedRuns(db: Db, run_ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (run_ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("survey_responses")
    .select("run_id")
    .where("run_id", "in", [...run_ids])
    .execute();
  return new Set(rows.map(({ run_id }) => run_id));
}

export function moveResponses(db: Db, from: PersonId, into: PersonId): CompiledQuery {
  return db.updateTable("survey_responses").set({ person_id: into }).where("person_id", "=", from).compile();
}
