import type { GoalReport } from "@fanfare/contract/schema/responses/analytics/goal";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { number, weekday } from "../../lib/i18n/format.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { apiQuery } from "../../lib/queries/api-query.ts";
import { formatRate } from "../../model/rates.ts";
import { BarChart } from "../../ui/elements/bar-chart.tsx";
import { ChartTable } from "../../ui/elements/chart.tsx";
import { QueryView } from "../../ui/feedback/query-view.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { REPORT_ROW, ReportTable } from "../../ui/table/report-table.tsx";
import { dayCount, type Period, rangeOf } from "./period.ts";

interface GoalReportProps {
  readonly goal_id: string;
  readonly name: string;
  readonly period: Period;
}

/** People who completed a goal over time, and what they had seen before. */
export function GoalReportView({ goal_id, name, period: { days, from, to } }: GoalReportProps) {
  const { api } = useAppContext();
  const app = useApp();
  const range = useMemo(() => rangeOf({ days, from, to }, Date.now()), [days, from, to]);
  const query = useQuery(
    apiQuery(api, ["goals", app.id, goal_id, range], "GET /api/goals/:id/report", {
      params: { id: goal_id },
      query: { app_id: app.id, ...range },
    }),
  );
  return (
    <section aria-label={t("Report on {name}", { name })} className="basis-full pt-2 pb-4">
      <QueryView query={query} shape={<Skeleton className="h-48" />}>
        {(report) => <Report report={report} days={dayCount(range)} />}
      </QueryView>
    </section>
  );
}

function Report({ report, days }: { readonly report: GoalReport; readonly days: number }) {
  const points = report.points.map(({ day, people }) => ({ label: weekday(Date.parse(day)), people }));
  const { people, before, contents } = report;
  return (
    <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
      <div className="flex flex-col gap-4">
        <p className="text-sm text-ink-2">
          <span className="text-lg font-semibold text-ink tabular-nums">{number(people)}</span>{" "}
          {tCount(people, "person in this period", "people in this period")}
          {" · "}
          {t("{n} in the {days} days before", { n: number(before), days: number(days) })}
        </p>
        <BarChart
          bars={points.map((point) => ({
            ...{ label: point.label, value: point.people, part: point.people },
            text: t("{day}: {count}", { day: point.label, count: point.people }),
          }))}
        />
        <ChartTable
          caption={report.days === 1 ? t("Completions by day") : t("Completions by week")}
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
