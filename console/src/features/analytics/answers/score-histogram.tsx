import { number } from "../../../lib/i18n/format.ts";
import { t } from "../../../lib/i18n/t.ts";
import { formatRate } from "../../../model/rates.ts";
import { cx } from "../../../ui/cx.ts";
import { ChartLegend, ChartTable } from "../../../ui/elements/chart.tsx";
import type { AnswerRow, scoreGroups } from "./answer-labels.ts";

interface ScoreHistogramProps {
  readonly title: string;
  /** Answers by number, lowest first. */
  readonly rows: readonly AnswerRow[];
  readonly groups: NonNullable<ReturnType<typeof scoreGroups>>;
  readonly answered: number;
}

/** How often each number of a scale was answered, in the colors of its groups, as columns and as a table. */
export function ScoreHistogram({ title, rows, groups, answered }: ScoreHistogramProps) {
  const most = Math.max(1, ...rows.map(({ answers }) => answers));
  const groupOf = (score: number) => groups.find(({ from, to }) => score >= from && score <= to);
  const keys = groups.map(({ label, color, from, to }) => {
    const own = rows.filter(({ id }) => Number(id) >= from && Number(id) <= to);
    return {
      label,
      color,
      value: formatRate(
        own.reduce((sum, { answers }) => sum + answers, 0),
        answered,
      ),
    };
  });
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {keys.length > 1 ? (
        <ChartLegend keys={keys} className="min-h-5" />
      ) : (
        <p className="min-h-5 text-xs text-ink-3">{t("Answers by score")}</p>
      )}
      <div aria-hidden="true" className="flex h-42 items-stretch gap-0.5 text-center text-xs tabular-nums sm:gap-1.5">
        {rows.map(({ id, label, answers }) => (
          <div
            key={id}
            title={t("{answer}: {count} ({share})", {
              ...{ answer: label, count: number(answers), share: formatRate(answers, answered) },
            })}
            className="flex min-w-0 flex-1 flex-col rounded-xs hover:bg-fill"
          >
            <span className="flex flex-1 flex-col justify-end border-b border-line-strong">
              <span className={answers === 0 ? "text-ink-3" : "font-medium"}>{number(answers)}</span>
              {/* Leaves room for the number above the highest column. */}
              <span
                className={cx("mt-0.5 rounded-t-xs", answers > 0 && "min-h-0.5", groupOf(Number(id))?.color)}
                style={{ height: `${(answers / most) * 82}%` }}
              />
            </span>
            <span className="pt-1.5 text-ink-3">{label}</span>
          </div>
        ))}
      </div>
      <ChartTable
        caption={t("{question} by answer", { question: title })}
        columns={[t("Answer"), t("Count"), t("Share")]}
        rows={rows.map(({ label, answers }) => [label, answers, formatRate(answers, answered)])}
      />
    </div>
  );
}
