import type { DashboardChart } from "@fanfare/contract/schema/analytics/dashboard";
import type { Api } from "../../../lib/api/api.ts";
import { apiQuery } from "../../../lib/queries/api-query.ts";

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
