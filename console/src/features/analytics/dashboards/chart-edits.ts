import type { DashboardChart } from "@fanfare/contract/schema/analytics/dashboard";
import type { Dashboard } from "@fanfare/contract/schema/responses/analytics/dashboard";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { toast } from "../../../lib/toast.ts";
import { dashboardsQuery } from "./dashboard-queries.ts";

type Charts = readonly DashboardChart[];

export type ChartEdit =
  | { readonly kind: "move"; readonly id: string; readonly to: number }
  | { readonly kind: "remove"; readonly id: string }
  | { readonly kind: "insert"; readonly chart: DashboardChart; readonly at: number };

/**
 * Returns the charts after an edit. A second time it changes nothing, and a chart that another member removed isn't moved.
 *
 * @example
 * editCharts([one, two], { kind: "move", id: one.id, to: 1 }); // [two, one]
 */
export function editCharts(charts: Charts, edit: ChartEdit): Charts {
  switch (edit.kind) {
    case "move": {
      const moved = charts.find(({ id }) => id === edit.id);
      return moved === undefined ? charts : without(charts, edit.id).toSpliced(edit.to, 0, moved);
    }
    case "remove":
      return without(charts, edit.id);
    case "insert":
      return charts.some(({ id }) => id === edit.chart.id) ? charts : charts.toSpliced(edit.at, 0, edit.chart);
  }
}

const without = (charts: Charts, removed: string): Charts => charts.filter(({ id }) => id !== removed);

const SAVES = { mutationKey: ["dashboard-charts"] } as const;

/** The charts with the edits that aren't saved yet, and what edits them. Saves one edit after the other. */
export function useChartEdits(dashboard: Dashboard): readonly [Charts, (edit: ChartEdit) => void] {
  const { api, client } = useAppContext();
  const app = useApp();
  const [unsaved, setUnsaved] = useState<readonly ChartEdit[]>([]);
  const query = dashboardsQuery(api, app.id);
  const isLast = (): boolean => client.isMutating(SAVES) <= 1;
  const save = useMutation({
    ...SAVES,
    scope: { id: SAVES.mutationKey[0] },
    mutationFn: async (edit: ChartEdit) => {
      const { items } = await client.fetchQuery({ ...query, staleTime: 0 });
      const { id, charts, revision } = items.find((each) => each.id === dashboard.id) ?? dashboard;
      const body = { charts: editCharts(charts, edit).map((chart) => ({ ...chart })) };
      await api.call("PATCH /api/dashboards/:id", { params: { id }, query: { app_id: app.id }, body, revision });
    },
    onError: (error) => toast.problem(asProblem(error), t("Couldn’t change dashboard"), () => undefined),
    onSettled: async () => {
      if (isLast()) await client.invalidateQueries(query);
      // Another edit may have come while the list loaded.
      if (isLast()) setUnsaved([]);
    },
  });
  const edit = (next: ChartEdit): void => {
    setUnsaved((before) => [...before, next]);
    save.mutate(next);
  };
  return [unsaved.reduce(editCharts, dashboard.charts), edit];
}
