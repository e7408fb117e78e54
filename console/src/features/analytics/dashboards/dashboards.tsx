import type { DashboardChart } from "@fanfare/contract/schema/analytics/dashboard";
import type { Dashboard } from "@fanfare/contract/schema/responses/analytics/dashboard";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { ArrowDown, ArrowUp, Check, LayoutDashboard, Mail, Pencil, Plus, Share2, Trash2, X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useApp, useAppContext, useCan } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { toast } from "../../../lib/toast.ts";
import { ComboboxSelect } from "../../../ui/combobox/combobox-select.tsx";
import { cx } from "../../../ui/cx.ts";
import { announce } from "../../../ui/elements/announcer.tsx";
import { Button } from "../../../ui/elements/button.tsx";
import { IconButton } from "../../../ui/elements/icon-button.tsx";
import { EmptyArt, EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog.tsx";
import { FilterBar } from "../../../ui/page/filter-bar.tsx";
import { PeriodSelect } from "../period-select.tsx";
import type { AnalyticsSearch } from "../search.ts";
import { useReportSearch } from "../use-report-search.ts";
import { type ChartEdit, useChartEdits } from "./chart-edits.ts";
import { ChartView } from "./dashboard-chart.tsx";
import { dashboardsQuery } from "./dashboard-queries.ts";
import { NameDialog } from "./name-dialog.tsx";

const route = getRouteApi("/$app/analytics");
const ART = <EmptyArt icon={LayoutDashboard} />;

/** Saved dashboards. The URL has the open one and its period. */
export function Dashboards() {
  const { api } = useAppContext();
  const app = useApp();
  const query = useQuery(dashboardsQuery(api, app.id));
  const may_edit = useCan("dashboard.write");
  const may_share = useCan("dashboard.share");
  const { search, setSearch } = useReportSearch();
  const [creating, setCreating] = useState(false);
  const [is_edited, setEditing] = useState(false);
  const editing = is_edited && may_edit;
  const open = (dashboard: string): void => setSearch({ dashboard });
  const create = may_edit && (
    <Button variant="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      {t("New dashboard")}
    </Button>
  );
  return (
    <>
      <QueryView query={query} shape={<Skeleton className="mx-(--gutter) mt-6 h-40" />}>
        {({ items }) => {
          const shown = items.find(({ id }) => id === search.dashboard) ?? items[0];
          return shown === undefined ? (
            <EmptyState art={ART} title={t("No dashboards yet")} actions={create}>
              {t("A dashboard shows the reports that you look at often on one page.")}
            </EmptyState>
          ) : (
            <>
              <FilterBar
                actions={
                  <>
                    {editing && <DashboardActions dashboard={shown} />}
                    {!editing && may_edit && <EmailButton key={`email ${shown.id}`} dashboard={shown} />}
                    {!editing && may_share && <Share key={shown.id} dashboard={shown} />}
                    {may_edit && (
                      <Button icon={editing ? <Check /> : <Pencil />} onClick={() => setEditing(!editing)}>
                        {editing ? t("Done") : t("Edit dashboard")}
                      </Button>
                    )}
                    {create}
                  </>
                }
              >
                <ComboboxSelect
                  label={t("Dashboard")}
                  items={items.map(({ id, name }) => ({ id, label: name }))}
                  value={{ id: shown.id, label: shown.name }}
                  onChange={({ id }) => open(id)}
                  placeholder={t("Search dashboards")}
                  choose={t("Select a dashboard")}
                  className="h-8 text-sm sm:w-72"
                />
                <PeriodSelect value={search} onChange={setSearch} />
              </FilterBar>
              <Charts key={shown.id} dashboard={shown} editing={editing} />
            </>
          );
        }}
      </QueryView>
      <NameDialog open={creating} onOpenChange={setCreating} onSaved={({ id }) => open(id)} />
    </>
  );
}

const ShareDialog = lazy(async () => ({ default: (await import("./share-dialog.tsx")).ShareDialog }));

function Share({ dashboard }: { readonly dashboard: Dashboard }) {
  /** Undefined until it's first opened. */
  const [open, setOpen] = useState<boolean>();
  return (
    <>
      <IconButton label={t("Share {name}", { name: dashboard.name })} onClick={() => setOpen(true)}>
        <Share2 />
      </IconButton>
      {open !== undefined && (
        <Suspense>
          <ShareDialog open={open} onOpenChange={setOpen} dashboard={dashboard} />
        </Suspense>
      )}
    </>
  );
}

const EmailDialog = lazy(async () => ({ default: (await import("./email-dialog.tsx")).EmailDialog }));

function EmailButton({ dashboard }: { readonly dashboard: Dashboard }) {
  /** Undefined until it's first opened. */
  const [open, setOpen] = useState<boolean>();
  return (
    <>
      <IconButton label={t("Email {name}", { name: dashboard.name })} onClick={() => setOpen(true)}>
        <Mail />
      </IconButton>
      {open !== undefined && (
        <Suspense>
          <EmailDialog open={open} onOpenChange={setOpen} dashboard={dashboard} />
        </Suspense>
      )}
    </>
  );
}

function DashboardActions({ dashboard }: { readonly dashboard: Dashboard }) {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const [dialog, setDialog] = useState<"rename" | "delete">();
  const remove = useMutation({
    mutationFn: () =>
      api.call("DELETE /api/dashboards/:id", { params: { id: dashboard.id }, query: { app_id: app.id } }),
    onSuccess: () => {
      toast.done({ title: t("{name} deleted", { name: dashboard.name }) });
      setDialog(undefined);
    },
    onError: (error) => toast.problem(asProblem(error), t("Couldn’t delete dashboard"), () => remove.mutate()),
    onSettled: () => client.invalidateQueries(dashboardsQuery(api, app.id)),
  });
  const close = (open: boolean): void => setDialog((before) => (open ? before : undefined));
  return (
    <span className="flex gap-1">
      <IconButton label={t("Rename {name}", { name: dashboard.name })} onClick={() => setDialog("rename")}>
        <Pencil />
      </IconButton>
      <IconButton label={t("Delete {name}", { name: dashboard.name })} onClick={() => setDialog("delete")}>
        <Trash2 />
      </IconButton>
      <NameDialog
        dashboard={dashboard}
        open={dialog === "rename"}
        onOpenChange={close}
        onSaved={() => setDialog(undefined)}
      />
      <ConfirmDialog
        open={dialog === "delete"}
        onOpenChange={close}
        title={t("Delete {name}?", { name: dashboard.name })}
        description={t("This deletes the dashboard for all members. Its reports stay available in Analytics.")}
        action={t("Delete dashboard")}
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </span>
  );
}

interface ChartsProps {
  readonly dashboard: Dashboard;
  /** Shows the buttons that move and remove charts. */
  readonly editing: boolean;
}

function Charts({ dashboard, editing }: ChartsProps) {
  const [charts, edit] = useChartEdits(dashboard);
  const remove = (chart: DashboardChart, at: number): void => {
    edit({ kind: "remove", id: chart.id });
    toast.done({
      title: t("{name} removed", { name: chart.title }),
      action: { label: t("Undo"), onClick: () => edit({ kind: "insert", chart, at }) },
    });
  };
  if (charts.length === 0) {
    return (
      <EmptyState art={ART} title={t("No charts yet")}>
        {t("Open a report on content, a goal, a funnel, retention, or cohorts, and select “Add to dashboard”.")}
      </EmptyState>
    );
  }
  return (
    <ol aria-label={t("Charts")} className="grid gap-4 px-(--gutter) py-6 xl:grid-cols-2">
      {charts.map((chart, index) => (
        <li
          key={chart.id}
          className={cx(
            "min-w-0 rounded-lg border [--gutter:--spacing(5)] max-sm:[--gutter:--spacing(3)]",
            editing ? "border-dashed border-line-strong" : "border-line",
            // A last chart without a neighbor isn't beside a gap.
            index === charts.length - 1 && index % 2 === 0 && "xl:col-span-2",
          )}
        >
          <div className="flex min-h-12 items-center gap-1 border-b border-line px-(--gutter) py-1.5">
            <h2 className="min-w-0 flex-1 truncate text-md font-semibold">
              <bdi>{chart.title}</bdi>
            </h2>
            {editing ? (
              <EditButtons charts={charts} index={index} onMove={edit} onRemove={() => remove(chart, index)} />
            ) : (
              <OpenReport chart={chart} />
            )}
          </div>
          <Chart chart={chart} />
        </li>
      ))}
    </ol>
  );
}

interface EditButtonsProps {
  readonly charts: readonly DashboardChart[];
  readonly index: number;
  readonly onMove: (edit: ChartEdit) => void;
  readonly onRemove: () => void;
}

/** Moves and removes a chart. */
function EditButtons({ charts, index, onMove, onRemove }: EditButtonsProps) {
  const { id = "", title = "" } = charts[index] ?? {};
  const move = (by: 1 | -1): void => {
    onMove({ kind: "move", id, to: index + by });
    announce(t("{name}: {position} of {n}", { name: title, position: index + by + 1, n: charts.length }));
  };
  return (
    <span className="flex gap-1">
      <IconButton label={t("Move {name} up", { name: title })} disabled={index === 0} onClick={() => move(-1)}>
        <ArrowUp />
      </IconButton>
      <IconButton
        label={t("Move {name} down", { name: title })}
        disabled={index === charts.length - 1}
        onClick={() => move(1)}
      >
        <ArrowDown />
      </IconButton>
      <IconButton label={t("Remove {name}", { name: title })} onClick={onRemove}>
        <X />
      </IconButton>
    </span>
  );
}

/** Opens the chart's report, where it can be changed and downloaded. */
function OpenReport({ chart }: { readonly chart: DashboardChart }) {
  const { days, from, to } = route.useSearch();
  return (
    <Link
      from="/$app/analytics"
      search={{ days, from, to, ...reportSearch(chart) }}
      aria-label={t("Open report on {name}", { name: chart.title })}
      className="flex h-8 shrink-0 items-center rounded-xs text-xs font-medium text-accent-text hover:underline"
    >
      {t("Open report")}
    </Link>
  );
}

function reportSearch(chart: DashboardChart): Partial<AnalyticsSearch> {
  switch (chart.kind) {
    case "content":
      return { tab: "content", content: chart.content_id, segment: chart.segment_id ?? "" };
    case "goal":
      return { tab: "goals", goal: chart.goal_id };
    case "funnel":
      return { tab: "funnels", steps: chart.steps, within: chart.within_days, segment: chart.segment_id ?? "" };
    case "retention": {
      const { content_id: content, segment_id: segment = "", active_event: active = "" } = chart;
      return { tab: "retention", content, segment, active };
    }
    case "cohorts": {
      const { segment_id: segment = "", active_event: active = "", start_event: start = "" } = chart;
      return { tab: "cohorts", segment, active, start };
    }
  }
}

function Chart({ chart }: { readonly chart: DashboardChart }) {
  const { days, from, to } = route.useSearch();
  const [now_ms] = useState(() => Date.now());
  return <ChartView chart={chart} period={{ days, from, to }} now_ms={now_ms} />;
}
