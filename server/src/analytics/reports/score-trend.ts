import { type Question, scaleOf } from "@fanfare/contract/content/survey";
import { netPromoters } from "@fanfare/contract/content/survey-answer";
import type { AppId, ContentId } from "@fanfare/contract/lib/ids";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import type { ScoreTrend } from "@fanfare/contract/schema/responses/analytics/survey-answers";
import { toIso } from "../../store/columns.ts";
import { type AnswerRange, countScores, type ScoreCount } from "../../store/statements/analytics/survey-answers.ts";
import type { Store } from "../../store/store.ts";
import { type ReportPeriod, reportPeriod, spanStarts } from "./spans.ts";

type Trend = NonNullable<ScoreTrend>;

/** Answers of a period by day, and those of the days before that count for its first scores. */
export interface ScorePeriod {
  readonly period: ReportPeriod;
  readonly counts: readonly ScoreCount[];
}

export async function readScores(
  { db }: Pick<Store, "db">,
  survey: { readonly app_id: AppId; readonly content_id: ContentId },
  { from, to, person_ids }: { readonly from: number; readonly to: number } & Pick<AnswerRange, "person_ids">,
): Promise<ScorePeriod> {
  const period = reportPeriod(from, to);
  const first = period.from - limits.score_days * DAY_MS;
  return {
    period,
    counts: await countScores(db, survey, { from: first, to, person_ids }, { from: first, width_ms: DAY_MS }),
  };
}

/** Score of a question over time. Each point has the answers of the `score_days` days up to its end. */
export function scoreTrend(question: Question, { period, counts }: ScorePeriod): Trend {
  const own = counts.filter(({ question_id }) => question_id === question.id);
  const within = (from: number, to: number): readonly ScoreCount[] =>
    own.filter(({ start }) => Number(start) >= from && Number(start) < to);
  return {
    days: period.spans.width_ms / DAY_MS,
    points: spanStarts(period).map((start) => {
      const end = start + period.spans.width_ms;
      const answered = within(start, end).reduce((sum, { runs }) => sum + Number(runs), 0);
      const scores = within(end - limits.score_days * DAY_MS, end);
      return { day: toIso(start).slice(0, 10), answered, ...scoreOf(question, scores) };
    }),
  };
}

function scoreOf(
  question: Question,
  scores: readonly ScoreCount[],
): Pick<Trend["points"][number], "value" | "interval"> {
  const given = Array.from({ length: (scaleOf(question)?.high ?? 0) + 1 }, () => 0);
  for (const { number, runs } of scores) given[number] = (given[number] ?? 0) + Number(runs);
  const all = given.reduce((sum, each) => sum + each, 0);
  if (all === 0) return { value: null, interval: null };
  switch (question.kind) {
    case "nps": {
      const { score, interval } = netPromoters(given);
      return { value: score, interval };
    }
    case "csat":
      return { value: ((given[4] ?? 0) + (given[5] ?? 0)) / all, interval: null };
    default:
      return { value: given.reduce((sum, each, number) => sum + each * number, 0) / all, interval: null };
  }
}
