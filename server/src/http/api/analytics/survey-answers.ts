import type { Edition } from "@fanfare/contract/content/content";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import type { AnswersSummary, SurveyAnswer } from "@fanfare/contract/schema/responses/analytics/survey-answers";
import type { SURVEY_ANSWER_ROUTES } from "@fanfare/contract/schema/routes/analytics/reports";
import { z } from "zod";
import { surveyQuestions } from "../../../analytics/ingest/survey-answers.ts";
import { summarizeAnswers } from "../../../analytics/reports/answers-summary.ts";
import { streamText } from "../../../analytics/reports/export.ts";
import { countedAnswers, segmentAnswers, segmentAnswersTo } from "../../../analytics/reports/segment-answers.ts";
import { type QuotaUse, quotaUses } from "../../../analytics/reports/survey-quota.ts";
import { formatResponses } from "../../../analytics/reports/survey-responses.ts";
import { getContent } from "../../../engage/content/content.ts";
import { answerFrom } from "../../../engage/decide/given-answers.ts";
import { decodePageCursor, encodePageCursor } from "../../../lib/page-cursor.ts";
import { requireSegmentRule } from "../../../people/segments/segments.ts";
import { fromIso, fromJson, toIso } from "../../../store/columns.ts";
import type { Millis } from "../../../store/schema/column-types.ts";
import type { Db } from "../../../store/schema/schema.ts";
import { type AnswerRange, answersTo, optionsOf } from "../../../store/statements/analytics/survey-answers.ts";
import type { Handlers } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";
import { auditExport, fileResponse } from "./analytics.ts";
import { presentRunPerson } from "./runs.ts";

const cursorSchema = z.tuple([z.number(), z.string()]);

export function surveyAnswerHandlers(deps: ApiDeps): Handlers<typeof SURVEY_ANSWER_ROUTES> {
  const { db } = deps.store;
  return {
    "GET /api/contents/:id/answers": async ({ params, query, app }) => {
      const content = await getContent(deps, params.id, app.id);
      // Cast: the schema validated the draft before it was stored.
      const edition = fromJson(content.draft, (value) => value as Edition);
      const range = readRange(query);
      const survey = { app_id: app.id, content_id: content.id };
      const now_ms = deps.clock.now();
      const report = { store: deps.store, now_ms };
      const period = hasTrend(range) ? range : undefined;
      const [{ segment, counts, responses: counted, scores }, uses] = await Promise.all([
        query.segment_id === undefined
          ? countedAnswers(report, survey, range, period)
          : segmentAnswers(report, survey, range, period, query.segment_id),
        quotaUses(report, app.id, [content.id]),
      ]);
      const { responses, completed, by_link } = counted;
      const partial = responses - completed;
      const quota = uses[0] === undefined ? null : presentQuota(uses[0]);
      return {
        responses,
        partial,
        by_link,
        segment,
        quota,
        ...summarizeAnswers(surveyQuestions(edition), counts, scores),
      };
    },
    "GET /api/contents/:id/answers/:question_id": async ({ params, query, app }) => {
      const { after, limit, text } = query;
      const { id: content_id } = await getContent(deps, params.id, app.id);
      const question_id = params.question_id;
      const last = after === undefined ? undefined : decodeCursor(after);
      const at = { app_id: app.id, content_id, question_id, range: readRange(query), text };
      const report = { store: deps.store, now_ms: deps.clock.now() };
      const { rows: page, end } =
        query.segment_id === undefined
          ? await answersPage(db, at, last, limit)
          : await segmentAnswersTo(report, at, last, limit, query.segment_id);
      const chosen =
        page.length === 0
          ? []
          : await optionsOf(
              db,
              page.map(({ run_id }) => run_id),
              question_id,
            );
      const items = page.map((row): SurveyAnswer => {
        const { run_id, version, number, option, answered_at } = row;
        const answer =
          number ?? (option === null ? row.text : null) ?? answerFrom(chosen.filter((each) => each.run_id === run_id));
        const { person_id, attributes } = row;
        const person =
          person_id === null || attributes === null ? null : presentRunPerson({ ...row, person_id, attributes });
        const by_link = person === null || row.start_reason === "survey_link";
        return { run_id, version, answer, answered_at: toIso(answered_at), by_link, person };
      });
      const next = end === undefined ? null : encodePageCursor([end.answered_at, end.run_id]);
      return { items, next };
    },
    "GET /api/contents/:id/responses": async ({ c, params, query, app, actor }) => {
      const { format, segment_id } = query;
      const { id: content_id, slug, draft } = await getContent(deps, params.id, app.id);
      const rule = segment_id === undefined ? undefined : await requireSegmentRule(db, segment_id);
      const detail = { table: "responses", format, content_id, ...(rule && { segment_id }) };
      await deps.store.write([auditExport(deps, actor, app, detail)]);
      // Cast: the schema validated the draft before it was stored.
      const edition = fromJson(draft, (value) => value as Edition);
      const survey = { app_id: app.id, content_id, draft: edition, range: readRange(query), rule };
      const report = { store: deps.store, now_ms: deps.clock.now() };
      const lines = formatResponses(report, survey, format, presentRunPerson);
      return fileResponse(c, streamText(lines), `${slug}-responses`, format);
    },
  };
}

async function answersPage(
  db: Db,
  at: Parameters<typeof answersTo>[1],
  after: Parameters<typeof answersTo>[2],
  limit: number,
) {
  const rows = await answersTo(db, at, after, limit + 1);
  const page = rows.slice(0, limit);
  return { rows: page, end: rows.length > limit ? page.at(-1) : undefined };
}

function presentQuota({ quota, responses: counted }: QuotaUse): AnswersSummary["quota"] {
  const { responses, per = null } = quota;
  return { responses, per, counted, reached: counted >= responses };
}

function hasTrend(range: AnswerRange): range is { from: Millis; to: Millis } {
  const { from, to } = range;
  return from !== undefined && to !== undefined && from < to && to - from <= limits.analytics_days_max * DAY_MS;
}

function readRange({
  from,
  to,
}: {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}): AnswerRange {
  return { from: from === undefined ? undefined : fromIso(from), to: to === undefined ? undefined : fromIso(to) };
}

function decodeCursor(cursor: string): { readonly answered_at: number; readonly run_id: string } {
  const [answered_at, run_id] = decodePageCursor(cursor, cursorSchema);
  return { answered_at, run_id };
}
