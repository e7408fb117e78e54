import { z } from "zod";
import { dashboardChartSchema } from "../../analytics/dashboard.ts";
import { namedSchema, type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";

/** `GET /api/dashboards?app_id=`. `DELETE /api/dashboards/{id}?app_id=` responds with 204. */
export const dashboardSchema = responseSchema("Dashboard", {
  id: z.string(),
  name: z.string(),
  /** In order. */
  charts: readonlyArray(namedSchema("DashboardChart", dashboardChartSchema)),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  revision: z.number(),
});
export type Dashboard = ResponseOf<typeof dashboardSchema>;

/** By name. */
export const dashboardsResponseSchema = responseSchema("DashboardsResponse", { items: readonlyArray(dashboardSchema) });
