import type { AnsweredQuestion, ScoreTrend } from "@fanfare/contract/schema/responses/analytics/survey-answers";
import { decimal, number, percent, weekday } from "../../../lib/i18n/format.ts";
import { t } from "../../../lib/i18n/t.ts";
import { ChartTable } from "../../../ui/elements/chart.tsx";
import { LineChart } from "../../../ui/elements/line-chart.tsx";
import { formatScore } from "./answer-labels.ts";

type Scored = Extract<AnsweredQuestion, { readonly trend: ScoreTrend }>;

interface Scale {
  readonly name: string;
  readonly low: number;
  readonly high: number;
  readonly format: (value: number) => string;
}

function scaleOf(question: Scored): Scale {
  switch (question.kind) {
    case "nps":
      return { name: t("Net Promoter Score"), low: -100, high: 100, format: formatScore };
    case "csat":
      return { name: t("Satisfied (4–5)"), low: 0, high: 1, format: (share) => percent(share) };
    case "ces":
      return { name: t("Average out of {scale}", { scale: 7 }), low: 1, high: 7, format: mean };
    case "rating": {
      const { scale } = question;
      return { name: t("Average out of {scale}", { scale }), low: 1, high: scale, format: mean };
    }
    default:
      return question satisfies never;
  }
}

const mean = (value: number): string => decimal(value, 1);

/** The score of a question over time, as a line and as a table. Each point is the score of its last 30 days. */
export function ScoreTrendView({ question }: { readonly question: Scored }) {
  const { trend } = question;
  if (trend === null || trend.points.every(({ value }) => value === null)) return null;
  const { name, low, high, format } = scaleOf(question);
  const points = trend.points.map(({ day, answered, value, interval }) => {
    const label = weekday(Date.parse(day));
    const score = value === null ? "–" : format(value);
    return { label, answered, value, interval, score, text: t("{day}: {count}", { day: label, count: score }) };
  });
  const ticks = [low, (low + high) / 2, high].map((value) => ({ value, label: format(value) }));
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p className="min-h-5 text-xs text-ink-3">
        {t("{score} over time. Each point counts the answers of 30 days.", { score: name })}
      </p>
      <LineChart points={points} low={low} high={high} ticks={ticks} />
      <ChartTable
        caption={t("{score} over time", { score: name })}
        columns={[trend.days === 1 ? t("Day") : t("Week from"), t("Answers"), name]}
        rows={points.toReversed().map(({ label, answered, score }) => [label, number(answered), score])}
      />
    </div>
  );
}
