import type { FunnelTrend } from "@fanfare/contract/schema/responses/analytics/funnel";
import { useId } from "react";
import { number, percent, weekday } from "../../lib/i18n/format.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { type Bar, BarChart } from "../../ui/elements/bar-chart.tsx";
import { ChartLegend, ChartTable } from "../../ui/elements/chart.tsx";
import type { FunnelUnit } from "./search.ts";

interface TrendProps {
  readonly trend: FunnelTrend;
  readonly unit: FunnelUnit;
  /** Days of the period. */
  readonly days: number;
  /** Accessible name, if not the heading. */
  readonly label?: string;
}

/** Views and completions over time, as bars and as a table, compared with the days before. */
export function TrendView({ trend, unit, days, label }: TrendProps) {
  const id = useId();
  const points = trend.points.map((point) => {
    const { started, completed } = unit === "people" ? point.people : point;
    return { label: weekday(Date.parse(point.day)), started, completed };
  });
  const before = trend.before === null ? undefined : unit === "people" ? trend.before.people : trend.before;
  const started = unit === "people" ? t("People") : t("Views");
  const bars = points.map((point): Bar => {
    const text = t("{day}: {started} viewed, {completed} completed", { day: point.label, ...inNumbers(point) });
    return { label: point.label, value: point.started, part: point.completed, text };
  });
  return (
    <section
      {...(label === undefined ? { "aria-labelledby": id } : { "aria-label": label })}
      className="flex flex-col gap-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <h2 id={id} className="text-md font-semibold">
          {trend.days === 1 ? t("By day") : t("By week")}
        </h2>
        <ChartLegend
          keys={[
            { label: started, color: "bg-accent/40" },
            { label: t("Completed"), color: "bg-accent" },
          ]}
        />
      </div>
      <BarChart bars={bars} />
      <ChartTable
        caption={trend.days === 1 ? t("Views and completions by day") : t("Views and completions by week")}
        note={
          <>
            {before !== undefined && <p className="text-sm text-ink-2">{describeBefore(before, days)}</p>}
            {unit === "people" && (
              <p>
                {trend.days === 1
                  ? t("A person counts once per day, so days can add up to more than the period.")
                  : t("A person counts once per week, so weeks can add up to more than the period.")}
              </p>
            )}
          </>
        }
        columns={[trend.days === 1 ? t("Day") : t("Week from"), started, t("Completed")]}
        rows={points.toReversed().map((point) => [point.label, point.started, point.completed])}
      />
    </section>
  );
}

interface Counted {
  readonly started: number;
  readonly completed: number;
}

function describeBefore(before: Counted, days: number): string {
  if (before.started === 0) return tCount(days, "No views the day before.", "No views in the {n} days before.");
  return tCount(
    days,
    "The day before: {started} viewed, {completed} completed ({share}).",
    "The {n} days before: {started} viewed, {completed} completed ({share}).",
    { ...inNumbers(before), share: percent(before.completed / before.started) },
  );
}

function inNumbers({ started, completed }: Counted) {
  return { started: number(started), completed: number(completed) };
}
