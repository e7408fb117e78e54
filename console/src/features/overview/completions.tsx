import type { Overview } from "@fanfare/contract/schema/responses/analytics/overview";
import { number, weekday } from "../../lib/i18n/format.ts";
import { t } from "../../lib/i18n/t.ts";
import { type Bar, BarChart } from "../../ui/elements/bar-chart.tsx";
import { ChartTable } from "../../ui/elements/chart.tsx";
import { describeWeek } from "./describe-week.ts";
import { weekOverWeek } from "./first-steps.ts";

/** Completions per day for two weeks, or that there are none. */
export function Completions({ days }: { readonly days: Overview["completions"] }) {
  const is_empty = days.every(({ count }) => count === 0);
  return (
    <section aria-labelledby="completions" className="flex flex-col gap-3">
      <h2 id="completions" className="text-md font-semibold">
        {t("Completions by day")}
      </h2>
      {is_empty ? (
        <p className="rounded-lg border border-line px-4 py-3 text-sm text-ink-2">
          {t("No completions in the last 14 days. Each day will show how often people completed your content.")}
        </p>
      ) : (
        <CompletionsByDay days={days} />
      )}
    </section>
  );
}

/** Completions per day as bars and a table. The last day (today) is incomplete. */
function CompletionsByDay({ days }: { readonly days: Overview["completions"] }) {
  const { today, week, before } = weekOverWeek(days.map(({ count }) => count));
  const bars = days.map(({ day, count }, index): Bar => {
    const label = weekday(Date.parse(day));
    const bar = { label, value: count, text: t("{day}: {count}", { day: label, count }) };
    if (index === days.length - 1) return { ...bar, tone: "open" };
    return index >= days.length - 7 ? { ...bar, part: count } : { ...bar, tone: "muted" };
  });
  return (
    <div className="flex flex-col gap-4 rounded-lg border border-line p-4">
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        <Figure label={t("Today so far")} value={today} />
        <Figure label={t("Last 7 days, including today")} value={week} text={describeWeek(week, before)} />
        <Figure label={t("Previous 7 days")} value={before} />
      </dl>
      <BarChart bars={bars} />
      <ChartTable
        caption={t("Completions by day")}
        note={t("Days are in UTC. Today is incomplete.")}
        columns={[t("Day"), t("Completions")]}
        rows={days
          .toReversed()
          .map(({ day, count }, index) => [
            index === 0 ? t("{day}, so far", { day: weekday(Date.parse(day)) }) : weekday(Date.parse(day)),
            count,
          ])}
      />
    </div>
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: number;
  readonly text?: string | undefined;
}

function Figure({ label, value, text }: FigureProps) {
  return (
    <div className="flex flex-col">
      <dt className="text-xs text-ink-3">{label}</dt>
      <dd className="text-lg font-semibold tabular-nums">
        {number(value)}
        {text !== undefined && <span className="ms-2 text-xs font-normal text-ink-2">{text}</span>}
      </dd>
    </div>
  );
}
