import type { Retention } from "@fanfare/contract/schema/responses/analytics/retention";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Repeat } from "lucide-react";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { number, percent } from "../../../lib/i18n/format.ts";
import { t } from "../../../lib/i18n/t.ts";
import { apiQuery } from "../../../lib/queries/api-query.ts";
import { formatRate } from "../../../model/rates.ts";
import { LineChart, type LinePoint } from "../../../ui/elements/line-chart.tsx";
import { EmptyArt, EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { useContentSelection } from "../content-select.tsx";
import { useCsvFile } from "../csv-button.tsx";
import { AddToDashboard } from "../dashboards/add-to-dashboard.tsx";
import { PeriodSelect } from "../period-select.tsx";
import { Report } from "../report.tsx";
import { SegmentSelect } from "../segment-select.tsx";
import { useReportSearch } from "../use-report-search.ts";
import { ActiveEventSelect, SegmentShare } from "./report-options.tsx";
import { WeekTable } from "./week-table.tsx";

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
  /** Accessible name. */
  readonly label?: string;
}

/** Shares of active people by week, and what they don't show. */
export function RetentionView({ report, of_segment, content_id, label = t("Retention") }: RetentionViewProps) {
  const [completed, other] = (["completed", "other"] as const).map((group) =>
    report.groups.find((each) => each.group === group),
  );
  const weeks = Math.max(completed?.weeks.length ?? 0, other?.weeks.length ?? 0);
  const shares = Array.from({ length: weeks }, (_, week) => ({
    week: t("Week {n}", { n: week }),
    done: completed?.weeks[week],
    rest: other?.weeks[week],
  }));
  const points = shares.map(({ week, done, rest }): LinePoint => {
    const text = t("{week}: {completed} completed, {other} didn’t", {
      ...{ week, completed: describeWeek(done), other: describeWeek(rest) },
    });
    return { label: week, value: shareOf(done), compared: shareOf(rest), interval: null, text };
  });
  const at = shares.findLastIndex(({ done, rest }) => shareOf(done) !== null && shareOf(rest) !== null);
  const last = shares[at];
  const groups = [
    { ...{ id: "completed", name: t("Completed"), line: "border-accent" }, group: completed, week: last?.done },
    { ...{ id: "other", name: t("Saw it and didn’t complete"), line: OTHER_LINE }, group: other, week: last?.rest },
  ];
  return (
    <section aria-label={label} className="flex flex-col gap-5 px-(--gutter) py-6">
      <SegmentShare report={report} people={(completed?.people ?? 0) + (other?.people ?? 0)} of_segment={of_segment} />
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        {groups.map(({ id, name, line, group, week }) => (
          <Figure key={id} name={name} line={line} people={group?.people ?? 0} week={week} at={at} />
        ))}
      </dl>
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
          <WeekTable
            caption={t("{name}: active people by week", { name: label })}
            first={t("Outcome")}
            weeks={weeks}
            rows={groups.map(({ id, name, group }) => ({
              ...{ id, name, people: group?.people ?? 0, weeks: group?.weeks ?? [] },
            }))}
          />
        </>
      )}
      <Notes content_id={content_id} />
    </section>
  );
}

const OTHER_LINE = "border-dashed border-ink-3";

interface FigureProps {
  readonly name: string;
  /** Border classes of the group's line. */
  readonly line: string;
  readonly people: number;
  /** Last week that is over for both groups, and its number. */
  readonly week: Week | undefined;
  readonly at: number;
}

/** How many people of a group were active at the end. Also names its line in the chart. */
function Figure({ name, line, people, week, at }: FigureProps) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="flex items-center gap-2 text-sm text-ink-2">
        <span aria-hidden="true" className={`w-5 border-t-2 ${line}`} />
        {name}
        <span className="font-medium text-ink tabular-nums">{number(people)}</span>
      </dt>
      {week !== undefined && (
        <dd className="flex items-baseline gap-2">
          <span className="text-2xl font-semibold tabular-nums">{formatRate(week.active, week.people)}</span>
          <span className="text-xs text-ink-3 tabular-nums">
            {t("{active} of {people} active in week {n}", {
              ...{ active: number(week.active), people: number(week.people), n: at },
            })}
          </span>
        </dd>
      )}
    </div>
  );
}

function Notes({ content_id }: { readonly content_id: string }) {
  const app = useApp();
  return (
    <div className="flex max-w-180 flex-col gap-1 text-xs text-ink-3 text-pretty">
      <p>{t("Week 0 begins with each person’s first view in the period. Only weeks that are over are counted.")}</p>
      <p>
        <strong className="font-medium text-ink-2">{t("This comparison doesn’t show a cause.")}</strong>{" "}
        {t(
          "People who complete content are often more active anyway. To measure an effect, show it to a random group with a holdout.",
        )}{" "}
        <Link
          to="/$app/content/$id"
          params={{ app: app.id, id: content_id }}
          search={{ tab: "experiment" }}
          className="font-medium text-accent-text underline underline-offset-2"
        >
          {t("Set up experiment")}
        </Link>
      </p>
    </div>
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
