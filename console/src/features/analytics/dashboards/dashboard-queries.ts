import type { DashboardChart } from "@fanfare/contract/schema/analytics/dashboard";
import type { Dashboard } from "@fanfare/contract/schema/responses/analytics/dashboard";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Api } from "../../../lib/api/api.ts";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { apiQuery } from "../../../lib/queries/api-query.ts";
import { toast } from "../../../lib/toast.ts";

/** A chart before it is saved. */
export type NewChart = DashboardChart extends infer Chart
  ? Chart extends DashboardChart
    ? Omit<Chart, "id" | "title">
    : never
  : never;

export const dashboardsQuery = (api: Api, app_id: string) =>
  apiQuery(api, ["dashboards", app_id], "GET /api/dashboards", { query: { app_id } });

export const dashboardEmailsQuery = (api: Api, app_id: string, id: string) =>
  apiQuery(api, ["dashboard-emails", app_id, id], "GET /api/dashboards/:id/emails", {
    params: { id },
    query: { app_id },
  });

/** Links of the dashboard that haven't expired. */
export const dashboardLinksQuery = (api: Api, app_id: string, id: string) =>
  apiQuery(api, ["dashboard-links", app_id, id], "GET /api/dashboards/:id/links", {
    params: { id },
    query: { app_id },
  });

interface Change {
  readonly of: Dashboard;
  readonly name?: string;
  readonly charts?: readonly DashboardChart[];
}

/** Changes a dashboard. Another member's change since then is reported and loaded. */
export function useChangeDashboard() {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ of, name, charts }: Change) =>
      api.call("PATCH /api/dashboards/:id", {
        params: { id: of.id },
        query: { app_id: app.id },
        body: {
          ...(name === undefined ? {} : { name }),
          ...(charts === undefined ? {} : { charts: charts.map((chart) => ({ ...chart })) }),
        },
        revision: of.revision,
      }),
    onError: (error, change) => {
      // The form shows problems of a name.
      if (change.charts !== undefined) toast.problem(asProblem(error), t("Couldn’t change dashboard"), () => undefined);
    },
    onSettled: () => client.invalidateQueries(dashboardsQuery(api, app.id)),
  });
}
