import type { Goal } from "@fanfare/contract/schema/responses/analytics/goal";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { History, Pencil, Plus, Target, Trash2 } from "lucide-react";
import { useState } from "react";
import { useActivity } from "../../components/audit/activity.tsx";
import { ExportButton } from "../../components/export/export-button.tsx";
import { useApp, useAppContext, useCan } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { useOptimisticUpdate, withoutItem } from "../../lib/optimistic-update.ts";
import { celebrationQueries } from "../../lib/queries/celebrations.ts";
import { PRESET_LABELS } from "../../model/preset-labels.ts";
import { describeTest } from "../../model/rules/attribute-labels.ts";
import { Badge } from "../../ui/elements/badge.tsx";
import { Button, buttonClass } from "../../ui/elements/button.tsx";
import { EmptyArt, EmptyState } from "../../ui/feedback/empty-state.tsx";
import { QueryView } from "../../ui/feedback/query-view.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { MenuItem, MenuSeparator } from "../../ui/overlay/menu.tsx";
import { RowMenu } from "../../ui/overlay/row-menu.tsx";
import { AddToDashboard } from "./dashboards/add-to-dashboard.tsx";
import { GoalDialog } from "./goal-dialog.tsx";
import { GoalFigures, GoalReportView } from "./goal-report.tsx";
import { PeriodSelect } from "./period-select.tsx";
import { useReportSearch } from "./use-report-search.ts";

const route = getRouteApi("/$app/analytics");

export function Goals() {
  const { api } = useAppContext();
  const app = useApp();
  const may_edit = useCan("goal.write");
  const may_export = useCan("export.read");
  const query = useQuery(celebrationQueries.goals(api, app.id));
  const [creating, setCreating] = useState(false);
  const { search, setSearch } = useReportSearch();
  const create = may_edit && (
    <Button variant="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      {t("New goal")}
    </Button>
  );
  return (
    <>
      <QueryView query={query} shape={<Skeleton className="mx-(--gutter) mt-6 h-16" />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState art={<EmptyArt icon={Target} />} title={t("No goals yet")} actions={create}>
              {t(
                "A goal counts people who trigger an event, such as a first order. Completions are attributed to the content they saw.",
              )}
            </EmptyState>
          ) : (
            <>
              <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-(--gutter) py-3">
                <div className="flex flex-col gap-0.5">
                  <h2 className="text-md font-semibold">{t("Goals")}</h2>
                  <p className="text-xs text-ink-3">{t("Counts people, not views: each person once per goal.")}</p>
                </div>
                <div className="flex flex-wrap gap-2">
                  <PeriodSelect value={search} onChange={setSearch} />
                  {may_export && (
                    <ExportButton
                      title={t("Export goals")}
                      description={t("All goals in {app}, including recently deleted ones.", { app: app.name })}
                      table="goals"
                      rowsInWords={(rows) => tCount(rows, "{n} goal", "{n} goals")}
                    />
                  )}
                  {create}
                </div>
              </div>
              <ul aria-label={t("Goals")} className="flex-1">
                {items.map((goal) => (
                  <GoalRow key={goal.id} goal={goal} />
                ))}
              </ul>
            </>
          )
        }
      </QueryView>
      <GoalDialog open={creating} onOpenChange={setCreating} />
    </>
  );
}

function GoalRow({ goal }: { readonly goal: Goal }) {
  const search = route.useSearch();
  const { days, from, to } = search;
  const open = search.goal === goal.id;
  const may_edit = useCan("goal.write");
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-(--gutter) py-4">
      <div className="flex min-w-52 flex-1 flex-col gap-1 max-sm:basis-full">
        <h3 className="text-base font-medium wrap-anywhere">
          <bdi>{goal.name}</bdi>
        </h3>
        <p className="flex min-h-5.5 flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-3">
          <code className="font-mono wrap-anywhere">{goal.event_name}</code>
          {goal.props.map(({ name, test }) => {
            const text = describeTest(name, test);
            return (
              <bdi key={text} className="wrap-anywhere">
                {text}
              </bdi>
            );
          })}
          <span>
            {goal.attribution === "last"
              ? tCount(
                  goal.window_days,
                  "attributed to the last content seen within 1 day",
                  "attributed to the last content seen within {n} days",
                )
              : tCount(
                  goal.window_days,
                  "attributed to the first content seen within 1 day",
                  "attributed to the first content seen within {n} days",
                )}
          </span>
          {goal.celebration !== null && <Badge tone="accent">{PRESET_LABELS[goal.celebration].label}</Badge>}
        </p>
      </div>
      <GoalFigures goal_id={goal.id} period={{ days, from, to }} total={goal.people} />
      <Link
        from="/$app/analytics"
        search={{ tab: "goals", days, from, to, ...(open ? {} : { goal: goal.id }) }}
        resetScroll={false}
        aria-expanded={open}
        aria-label={
          open ? t("Hide report on {name}", { name: goal.name }) : t("Show report on {name}", { name: goal.name })
        }
        className={buttonClass("secondary", "sm")}
      >
        {open ? t("Hide report") : t("Show report")}
      </Link>
      {may_edit && <GoalMenu goal={goal} />}
      {open && (
        <div className="basis-full">
          <GoalReportView goal_id={goal.id} name={goal.name} period={{ days, from, to }}>
            {(report) => (
              <div className="flex flex-wrap items-center justify-between gap-2">
                <h4 className="text-sm font-medium">{report.days === 1 ? t("By day") : t("By week")}</h4>
                <AddToDashboard chart={{ kind: "goal", goal_id: goal.id }} title={goal.name} />
              </div>
            )}
          </GoalReportView>
        </div>
      )}
    </li>
  );
}

function GoalMenu({ goal }: { readonly goal: Goal }) {
  const { api } = useAppContext();
  const app = useApp();
  const atOnce = useOptimisticUpdate();
  const [changing, setChanging] = useState(false);
  const { show, panel } = useActivity({ resource_type: "goal", resource_id: goal.id });
  const remove = (): void =>
    void atOnce({
      shown: celebrationQueries.goals(api, app.id),
      change: (list) => withoutItem(list, goal.id),
      act: () => api.call("DELETE /api/goals/:id", { params: { id: goal.id }, query: { app_id: app.id } }),
      done: {
        title: t("{name} deleted", { name: goal.name }),
        description: t("New completions aren’t counted. Past completions return if you undo."),
      },
      undo: {
        act: () => api.call("POST /api/goals/:id/restore", { params: { id: goal.id }, query: { app_id: app.id } }),
        done: { title: t("{name} restored", { name: goal.name }) },
      },
      refused: t("Couldn’t delete goal"),
    });
  return (
    <>
      <RowMenu name={goal.name}>
        <MenuItem icon={<Pencil />} onClick={() => setChanging(true)}>
          {t("Edit…")}
        </MenuItem>
        {show !== undefined && (
          <MenuItem icon={<History />} onClick={show}>
            {t("Activity")}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={<Trash2 />} onClick={remove}>
          {t("Delete")}
        </MenuItem>
      </RowMenu>
      {panel}
      <GoalDialog goal={goal} open={changing} onOpenChange={setChanging} />
    </>
  );
}
