import { limits } from "@fanfare/contract/limits";
import type { Cohorts } from "@fanfare/contract/schema/responses/analytics/retention";
import { useQuery } from "@tanstack/react-query";
import { CalendarRange } from "lucide-react";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { weekday } from "../../../lib/i18n/format.ts";
import { t } from "../../../lib/i18n/t.ts";
import { apiQuery } from "../../../lib/queries/api-query.ts";
import { EmptyArt, EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { FilterBar } from "../../../ui/page/filter-bar.tsx";
import { CsvButton, useCsvFile } from "../csv-button.tsx";
import { AddToDashboard } from "../dashboards/add-to-dashboard.tsx";
import { PeriodSelect } from "../period-select.tsx";
import { SegmentSelect } from "../segment-select.tsx";
import { useReportSearch } from "../use-report-search.ts";
import { ActiveEventSelect, SegmentShare, StartEventSelect } from "./report-options.tsx";
import { WeekTable } from "./week-table.tsx";

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
      <FilterBar
        actions={
          <>
            <AddToDashboard chart={{ kind: "cohorts", ...filter }} title={t("Cohorts")} />
            <CsvButton {...file} />
          </>
        }
      >
        <PeriodSelect value={search} onChange={setSearch} />
        <StartEventSelect value={search.start} onChange={(start) => setSearch({ start })} />
        <ActiveEventSelect value={search.active} onChange={(active) => setSearch({ active })} />
        <SegmentSelect value={search.segment} onChange={(segment) => setSearch({ segment })} />
      </FilterBar>
      <QueryView query={query} shape={<Skeleton className="mx-(--gutter) mt-6 h-40" />}>
        {(report) => <CohortView report={report} of_segment={search.segment !== ""} />}
      </QueryView>
    </>
  );
}

interface CohortViewProps {
  readonly report: Cohorts;
  readonly of_segment: boolean;
  /** Accessible name. */
  readonly label?: string;
}

/** Shares of active people by cohort and week. */
export function CohortView({ report, of_segment, label = t("Cohorts") }: CohortViewProps) {
  // Weeks before the first person only push the others down.
  const cohorts = report.cohorts.slice(report.cohorts.findIndex((cohort) => cohort.people > 0));
  const people = cohorts.reduce((sum, cohort) => sum + cohort.people, 0);
  if (people === 0) {
    return (
      <EmptyState art={<EmptyArt icon={CalendarRange} />} title={t("No data for this period")}>
        {t("No one was new in this period.")}
      </EmptyState>
    );
  }
  const weeks = Math.min(limits.retention_weeks, Math.max(1, ...cohorts.map((cohort) => cohort.weeks.length)));
  return (
    <section aria-label={label} className="flex flex-col gap-5 px-(--gutter) py-6">
      <div className="flex flex-col gap-1">
        <p className="text-sm text-ink-2 text-pretty">
          {t("Share of people who were active in the weeks after their first time.")}
        </p>
        <p className="text-xs text-ink-3 text-pretty">
          {t("Week 0 begins with each person’s first time. Only weeks that are over are counted. Days are in UTC.")}
        </p>
      </div>
      <SegmentShare report={report} people={people} of_segment={of_segment} />
      <WeekTable
        caption={t("{name}: active people by week", { name: label })}
        first={t("Week from")}
        weeks={weeks}
        rows={[
          ...(cohorts.length > 1
            ? [{ id: "all", name: t("All cohorts"), people, weeks: sumWeeks(cohorts, weeks), is_total: true }]
            : []),
          ...cohorts.map((cohort) => ({ ...cohort, id: cohort.day, name: weekday(Date.parse(cohort.day)) })),
        ]}
      />
    </section>
  );
}

/** Week by week, the cohorts for which it is over. */
function sumWeeks(cohorts: Cohorts["cohorts"], weeks: number): Cohorts["cohorts"][number]["weeks"] {
  return Array.from({ length: weeks }, (_, week) => {
    const own = cohorts.flatMap((cohort) => cohort.weeks[week] ?? []);
    return {
      week,
      people: own.reduce((sum, { people }) => sum + people, 0),
      active: own.reduce((sum, { active }) => sum + active, 0),
    };
  });
}
