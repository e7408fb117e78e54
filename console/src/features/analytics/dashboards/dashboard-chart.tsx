import type { DashboardChart } from "@fanfare/contract/schema/analytics/dashboard";
import { useQuery } from "@tanstack/react-query";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { apiQuery } from "../../../lib/queries/api-query.ts";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { FunnelResult } from "../event-funnel/event-funnel.tsx";
import { GoalReportView, GoalTotal } from "../goal-report.tsx";
import { dayCount, type Period, rangeOf } from "../period.ts";
import { CohortView } from "../retention/cohorts.tsx";
import { RetentionView } from "../retention/retention.tsx";
import { ANALYTICS_SEARCH_DEFAULTS } from "../search.ts";
import { TrendView } from "../trend-view.tsx";

interface ChartProps<Kind extends DashboardChart["kind"]> {
  readonly chart: Extract<DashboardChart, { readonly kind: Kind }>;
  readonly period: Period;
  /** Time at which the period ends, if it isn't a custom one. */
  readonly now_ms: number;
}

const SHAPE = <Skeleton className="mx-(--gutter) my-5 h-40" />;

/** A saved report with the period of its dashboard. */
export function ChartView({ chart, ...rest }: ChartProps<DashboardChart["kind"]>) {
  switch (chart.kind) {
    case "content":
      return <ContentChart chart={chart} {...rest} />;
    case "goal":
      return (
        <div className="px-(--gutter) pt-3">
          <GoalReportView goal_id={chart.goal_id} name={chart.title} period={rest.period}>
            {(report, days) => <GoalTotal report={report} days={days} />}
          </GoalReportView>
        </div>
      );
    case "funnel": {
      const { steps, within_days, segment_id } = chart;
      const question = { steps, within_days, segment_id, ...rangeOf(rest.period, rest.now_ms) };
      return <FunnelResult question={question} label={chart.title} />;
    }
    case "retention":
      return <RetentionChart chart={chart} {...rest} />;
    case "cohorts":
      return <CohortChart chart={chart} {...rest} />;
  }
}

function ContentChart({ chart: { content_id, segment_id, title }, period, now_ms }: ChartProps<"content">) {
  const { api } = useAppContext();
  const app = useApp();
  const range = rangeOf(period, now_ms);
  const query = { app_id: app.id, content_id, ...range, by: "all" as const, segment_id };
  const report = useQuery(
    apiQuery(api, ["funnel", app.id, content_id, range, "all", segment_id ?? ""], "GET /api/analytics/funnel", {
      query,
    }),
  );
  return (
    <QueryView query={report} shape={SHAPE}>
      {({ trend }) => (
        <div className="px-(--gutter) py-5">
          <TrendView trend={trend} unit={ANALYTICS_SEARCH_DEFAULTS.count} days={dayCount(range)} label={title} />
        </div>
      )}
    </QueryView>
  );
}

function RetentionChart({ chart, period, now_ms }: ChartProps<"retention">) {
  const { api } = useAppContext();
  const app = useApp();
  const { content_id, segment_id, active_event } = chart;
  const asked = { app_id: app.id, content_id, ...rangeOf(period, now_ms), segment_id, active_event };
  const report = useQuery(apiQuery(api, ["retention", asked], "GET /api/analytics/retention", { query: asked }));
  return (
    <QueryView query={report} shape={SHAPE}>
      {(data) => (
        <RetentionView
          report={data}
          of_segment={segment_id !== undefined}
          content_id={content_id}
          label={chart.title}
        />
      )}
    </QueryView>
  );
}

function CohortChart({ chart, period, now_ms }: ChartProps<"cohorts">) {
  const { api } = useAppContext();
  const app = useApp();
  const { segment_id, active_event, start_event } = chart;
  const asked = { app_id: app.id, ...rangeOf(period, now_ms), segment_id, active_event, start_event };
  const report = useQuery(apiQuery(api, ["cohorts", asked], "GET /api/analytics/cohorts", { query: asked }));
  return (
    <QueryView query={report} shape={SHAPE}>
      {(data) => <CohortView report={data} of_segment={segment_id !== undefined} label={chart.title} />}
    </QueryView>
  );
}
