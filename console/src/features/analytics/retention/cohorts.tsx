import { limits } from "@fanfare/contract/limits";
import type { Cohorts } from "@fanfare/contract/schema/responses/analytics/retention";
import { useQuery } from "@tanstack/react-query";
import { CalendarRange } from "lucide-react";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { number, weekday } from "../../../lib/i18n/format.ts";
import { t } from "../../../lib/i18n/t.ts";
import { apiQuery } from "../../../lib/queries/api-query.ts";
import { formatRate } from "../../../model/rates.ts";
import { EmptyArt, EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { FilterBar } from "../../../ui/page/filter-bar.tsx";
import { ReportTable } from "../../../ui/table/report-table.tsx";
import { CsvButton, useCsvFile } from "../csv-button.tsx";
import { AddToDashboard } from "../dashboards/add-to-dashboard.tsx";
import { PeriodSelect } from "../period-select.tsx";
import { SegmentSelect } from "../segment-select.tsx";
import { useReportSearch } from "../use-report-search.ts";
import { ActiveEventSelect, SegmentShare, StartEventSelect } from "./report-options.tsx";

/** People by the week of their first time, and how many of them are active in the weeks after that. */
export function CohortReport() {
  const { api } = useAppContext();
  const app = useApp();
  const { search, range, filters, setSearch } = useReportSearch();
  const filter = { ...filters.segment, ...filters.active, ...filters.start };
  const asked = { app_id: app.id, ...range, ...filter };
  const query = useQuery(apiQuery(api, ["cohorts", asked], "GET /api/analytics/cohorts", { query: asked }));
  const file = useCsvFile({ path: "analytics/cohorts", query: asked, name: "cohorts.csv" });
  return (
    <>
      <FilterBar>
        <PeriodSelect value={search} onChange={setSearch} />
        <StartEventSelect value={search.start} onChange={(start) => setSearch({ start })} />
        <ActiveEventSelect value={search.active} onChange={(active) => setSearch({ active })} />
        <SegmentSelect value={search.segment} onChange={(segment) => setSearch({ segment })} />
        <span className="flex flex-wrap gap-2 sm:ms-auto">
          <AddToDashboard chart={{ kind: "cohorts", ...filter }} title={t("Cohorts")} />
          <CsvButton {...file} />
        </span>
      </FilterBar>
      <QueryView query={query} shape={<Skeleton className="mx-(--gutter) mt-6 h-40" />}>
        {(report) =>
          report.cohorts.every(({ people }) => people === 0) ? (
            <EmptyState art={<EmptyArt icon={CalendarRange} />} title={t("No data for this period")}>
              {t("No one was new in this period.")}
            </EmptyState>
          ) : (
            <CohortView report={report} of_segment={search.segment !== ""} />
          )
        }
      </QueryView>
    </>
  );
}

/** Shares of active people by cohort and week. */
export function CohortView({ report, of_segment }: { readonly report: Cohorts; readonly of_segment: boolean }) {
  const { cohorts } = report;
  const people = cohorts.reduce((sum, cohort) => sum + cohort.people, 0);
  const weeks = Math.min(limits.retention_weeks, Math.max(1, ...cohorts.map((cohort) => cohort.weeks.length)));
  const numbers = Array.from({ length: weeks }, (_, week) => week);
  return (
    <section aria-label={t("Cohorts")} className="flex flex-col gap-5 px-(--gutter) py-6">
      <p className="text-sm text-ink-2 text-pretty">
        {t("Share of people who were active in the weeks after their first time.")}{" "}
        {t("Week 0 begins with each person’s first time. Only weeks that are over are counted. Days are in UTC.")}
      </p>
      <SegmentShare report={report} people={people} of_segment={of_segment} />
      <section
        aria-label={t("Active people by cohort and week")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-sm"
      >
        <ReportTable
          caption={t("Active people by cohort and week")}
          columns={[
            { label: t("Week from") },
            { label: t("People"), side: "end" },
            ...numbers.map((week) => ({ label: t("Week {n}", { n: week }), side: "end" as const })),
          ]}
        >
          {cohorts.map((cohort) => (
            <tr
              key={cohort.day}
              className="[&>*]:h-9 [&>*]:border-b [&>*]:border-line [&>*]:px-2 [&>*:first-child]:ps-0"
            >
              <th scope="row" className="text-start font-normal whitespace-nowrap">
                {weekday(Date.parse(cohort.day))}
              </th>
              <td className="text-end tabular-nums">{number(cohort.people)}</td>
              {numbers.map((week) => (
                <WeekCell key={week} week={cohort.weeks[week]} />
              ))}
            </tr>
          ))}
        </ReportTable>
      </section>
    </section>
  );
}

/** A darker cell is a higher share. */
function WeekCell({ week }: { readonly week: Cohorts["cohorts"][number]["weeks"][number] | undefined }) {
  if (week === undefined || week.people === 0) return <td />;
  const share = week.active / week.people;
  const title = t("{active} of {people} people", { active: number(week.active), people: number(week.people) });
  return (
    <td
      title={title}
      className="min-w-14 text-end tabular-nums"
      style={{ backgroundColor: `color-mix(in srgb, var(--color-accent) ${Math.round(share * 35)}%, transparent)` }}
    >
      {formatRate(week.active, week.people)}
    </td>
  );
}
