import type { Retention } from "@fanfare/contract/schema/responses/analytics/retention";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Repeat } from "lucide-react";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { number, percent } from "../../../lib/i18n/format.ts";
import { t } from "../../../lib/i18n/t.ts";
import { apiQuery } from "../../../lib/queries/api-query.ts";
import { formatRate } from "../../../model/rates.ts";
import { ChartTable } from "../../../ui/elements/chart.tsx";
import { LineChart, type LinePoint } from "../../../ui/elements/line-chart.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { EmptyArt, EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { useContentSelection } from "../content-select.tsx";
import { useCsvFile } from "../csv-button.tsx";
import { AddToDashboard } from "../dashboards/add-to-dashboard.tsx";
import { PeriodSelect } from "../period-select.tsx";
import { Report } from "../report.tsx";
import { SegmentSelect } from "../segment-select.tsx";
import { useReportSearch } from "../use-report-search.ts";
import { ActiveEventSelect, SegmentShare } from "./report-options.tsx";

const ART = <EmptyArt icon={Repeat} />;

/** Retention of people who completed content, beside that of people who saw it and didn't. */
export function RetentionReport() {
  const { api } = useAppContext();
  const app = useApp();
  const { search, range, filters, setSearch } = useReportSearch();
  const choice = useContentSelection(search.content);
  const { chosen, content_id } = choice;
  const filter = { content_id: content_id ?? "", ...filters.segment, ...filters.active };
  const asked = { app_id: app.id, ...range, ...filter };
  const query = useQuery({
    ...apiQuery(api, ["retention", asked], "GET /api/analytics/retention", { query: asked }),
    enabled: content_id !== undefined,
  });
  const name = `${chosen?.hint ?? "content"}-retention.csv`;
  return (
    <Report
      choice={choice}
      onChoose={(content) => setSearch({ content })}
      none={
        <EmptyState art={ART} title={t("No data yet")}>
          {t("Publish content to compare people who complete it with people who don’t.")}
        </EmptyState>
      }
      query={query}
      choices={
        <>
          <PeriodSelect value={search} onChange={setSearch} />
          <ActiveEventSelect value={search.active} onChange={(active) => setSearch({ active })} />
          <SegmentSelect value={search.segment} onChange={(segment) => setSearch({ segment })} />
        </>
      }
      actions={
        <AddToDashboard
          chart={{ kind: "retention", ...filter }}
          title={t("Retention: {name}", { name: chosen?.label ?? "" })}
        />
      }
      csv={useCsvFile({ path: "analytics/retention", query: asked, name })}
      nothing={({ groups }) =>
        groups.every(({ people }) => people === 0) && (
          <EmptyState art={ART} title={t("No data for this period")}>
            {t("No one saw this content for the first time in this period.")}
          </EmptyState>
        )
      }
    >
      {(report) => <RetentionView report={report} of_segment={search.segment !== ""} content_id={content_id ?? ""} />}
    </Report>
  );
}

interface RetentionViewProps {
  readonly report: Retention;
  readonly of_segment: boolean;
  readonly content_id: string;
}

/** Shares of active people by week, with the warning. */
export function RetentionView({ report, of_segment, content_id }: RetentionViewProps) {
  const app = useApp();
  const [completed, other] = (["completed", "other"] as const).map((group) =>
    report.groups.find((each) => each.group === group),
  );
  const weeks = Math.max(completed?.weeks.length ?? 0, other?.weeks.length ?? 0);
  const shares = Array.from({ length: weeks }, (_, week) => ({
    label: t("Week {n}", { n: week }),
    done: completed?.weeks[week],
    rest: other?.weeks[week],
  }));
  const points = shares.map(({ label, done, rest }): LinePoint => {
    const text = t("{week}: {completed} completed, {other} didn’t", {
      ...{ week: label, completed: describeWeek(done), other: describeWeek(rest) },
    });
    return { label, value: shareOf(done), compared: shareOf(rest), interval: null, text };
  });
  return (
    <section aria-label={t("Retention")} className="flex flex-col gap-5 px-(--gutter) py-6">
      <Callout tone="caution" title={t("This comparison doesn’t show a cause")}>
        {t(
          "People who complete content are often more active anyway. To measure an effect, show it to a random group with a holdout.",
        )}{" "}
        <Link
          to="/$app/content/$id"
          params={{ app: app.id, id: content_id }}
          search={{ tab: "experiment" }}
          className="font-medium underline underline-offset-2"
        >
          {t("Set up experiment")}
        </Link>
      </Callout>
      <SegmentShare report={report} people={(completed?.people ?? 0) + (other?.people ?? 0)} of_segment={of_segment} />
      <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-ink-2">
        <Key line="border-accent" label={t("Completed")} people={completed?.people ?? 0} />
        <Key line="border-dashed border-ink-3" label={t("Saw it and didn’t complete")} people={other?.people ?? 0} />
      </ul>
      {weeks === 0 ? (
        <p className="text-sm text-ink-2">{t("No week is over yet. Weeks begin with each person’s first view.")}</p>
      ) : (
        <>
          <LineChart
            points={points}
            low={0}
            high={1}
            ticks={[0, 0.5, 1].map((value) => ({ value, label: percent(value) }))}
          />
          <ChartTable
            caption={t("Active people by week")}
            columns={[t("Week"), t("Completed"), t("Didn’t complete")]}
            rows={shares.map(({ label, done, rest }) => [label, describeWeek(done), describeWeek(rest)])}
          />
        </>
      )}
      <p className="text-xs text-ink-3 text-pretty">
        {t("Week 0 begins with each person’s first view in the period. Only weeks that are over are counted.")}
      </p>
    </section>
  );
}

interface Week {
  readonly people: number;
  readonly active: number;
}

function shareOf(week: Week | undefined): number | null {
  return week === undefined || week.people === 0 ? null : week.active / week.people;
}

function describeWeek(week: Week | undefined): string {
  if (week === undefined) return "–";
  return t("{share} of {people}", { share: formatRate(week.active, week.people), people: number(week.people) });
}

interface KeyProps {
  readonly line: string;
  readonly label: string;
  readonly people: number;
}

function Key({ line, label, people }: KeyProps) {
  return (
    <li className="flex items-center gap-2">
      <span aria-hidden="true" className={`w-5 border-t-2 ${line}`} />
      {label} <span className="font-semibold text-ink tabular-nums">{number(people)}</span>
    </li>
  );
}
