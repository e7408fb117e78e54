import type { GoalReport } from "@fanfare/contract/schema/responses/analytics/goal";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { number, weekday } from "../../lib/i18n/format.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { apiQuery } from "../../lib/queries/api-query.ts";
import { formatRate } from "../../model/rates.ts";
import { BarChart } from "../../ui/elements/bar-chart.tsx";
import { ChartTable } from "../../ui/elements/chart.tsx";
import { Sparkline } from "../../ui/elements/sparkline.tsx";
import { QueryView } from "../../ui/feedback/query-view.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { REPORT_ROW, ReportTable } from "../../ui/table/report-table.tsx";
import { dayCount, type Period, rangeOf } from "./period.ts";

interface GoalPeriodProps {
  readonly goal_id: string;
  readonly period: Period;
}

/** The goal's report for a period. A goal's figures and its open report share it. */
function useGoalReport({ goal_id, period: { days, from, to } }: GoalPeriodProps) {
  const { api } = useAppContext();
  const app = useApp();
  const range = useMemo(() => rangeOf({ days, from, to }, Date.now()), [days, from, to]);
  const query = useQuery(
    apiQuery(api, ["goals", app.id, goal_id, range], "GET /api/goals/:id/report", {
      params: { id: goal_id },
      query: { app_id: app.id, ...range },
    }),
  );
  return { query, days: dayCount(range) };
}

interface GoalReportProps extends GoalPeriodProps {
  readonly name: string;
  /** Shown above the chart. */
  readonly children: (report: GoalReport, days: number) => ReactNode;
}

/** People who completed a goal over time, and what they had seen before. */
export function GoalReportView({ name, children, ...asked }: GoalReportProps) {
  const { query, days } = useGoalReport(asked);
  return (
    <section aria-label={t("Report on {name}", { name })} className="@container basis-full pt-2 pb-4">
      <QueryView query={query} shape={<Skeleton className="h-48" />}>
        {(report) => <Report report={report}>{children(report, days)}</Report>}
      </QueryView>
    </section>
  );
}

/** The people of the period, as a line. */
export function GoalTotal({
  report: { people, before },
  days,
}: {
  readonly report: GoalReport;
  readonly days: number;
}) {
  return (
    <p className="text-sm text-ink-2">
      <span className="text-lg font-semibold text-ink tabular-nums">{number(people)}</span>{" "}
      {tCount(people, "person in this period", "people in this period")}
      {" · "}
      {beforeText(before, days)}
    </p>
  );
}

const beforeText = (before: number, days: number): string =>
  tCount(days, "{before} the day before", "{before} in the {n} days before", { before: number(before) });

/** The people of the period beside those of all time. */
export function GoalFigures({ total, ...asked }: GoalPeriodProps & { readonly total: number }) {
  const { query, days } = useGoalReport(asked);
  const report = query.data;
  return (
    <div className="flex items-center gap-4 max-sm:basis-full">
      <div className="w-28 shrink-0 max-sm:order-last max-sm:ms-auto max-sm:w-18">
        {report !== undefined && <Sparkline values={report.points.map(({ people }) => people)} className="h-8" />}
      </div>
      {/* Keeps its width while another period loads. */}
      <div className="flex flex-col sm:w-60 gap-0.5">
        <p className="flex items-baseline gap-1.5 text-sm text-ink-2">
          <span className="text-lg font-semibold text-ink tabular-nums">
            {report === undefined ? "–" : number(report.people)}
          </span>
          {tCount(report?.people ?? 0, "person in this period", "people in this period")}
        </p>
        <p className="text-xs text-ink-3 tabular-nums">
          {report !== undefined && `${beforeText(report.before, days)} · `}
          {t("{n} in total", { n: number(total) })}
        </p>
      </div>
    </div>
  );
}

function Report({ report, children }: { readonly report: GoalReport; readonly children: ReactNode }) {
  const points = report.points.map(({ day, people }) => ({ label: weekday(Date.parse(day)), people }));
  const { people, contents } = report;
  return (
    <div className="grid gap-x-10 gap-y-6 @min-[48rem]:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        {children}
        <BarChart
          bars={points.map((point) => ({
            ...{ label: point.label, value: point.people, part: point.people },
            text: t("{day}: {count}", { day: point.label, count: point.people }),
          }))}
        />
        <ChartTable
          caption={report.days === 1 ? t("Completions by day") : t("Completions by week")}
          note={t("Days are in UTC.")}
          columns={[report.days === 1 ? t("Day") : t("Week from"), t("People")]}
          rows={points.toReversed().map((point) => [point.label, point.people])}
        />
      </div>
      {contents.length > 0 && (
        <div className="overflow-x-auto">
          <ReportTable
            caption={t("Completions by content")}
            columns={[{ label: t("Attributed to") }, { label: t("People"), side: "end" }]}
          >
            {contents.map((row) => (
              <tr key={row.content_id} className={REPORT_ROW}>
                <th scope="row" className="max-w-60 truncate text-start font-normal">
                  <ContentLink content={row} />
                </th>
                <td className="text-end tabular-nums">
                  {number(row.people)} <span className="ms-1 text-xs text-ink-3">{formatRate(row.people, people)}</span>
                </td>
              </tr>
            ))}
          </ReportTable>
        </div>
      )}
    </div>
  );
}

function ContentLink({ content: { content_id, name } }: { readonly content: GoalReport["contents"][number] }) {
  const app = useApp();
  if (content_id === null) return t("No content");
  if (name === null) return t("Deleted content");
  return (
    <Link to="/$app/content/$id" params={{ app: app.id, id: content_id }} className="hover:underline">
      <bdi>{name}</bdi>
    </Link>
  );
}
