/** Dashboards: saved reports of an app, in order. */
import { z } from "zod";
import { limits } from "../../limits.ts";
import { eventFunnelShape } from "./event-funnel.ts";

const idSchema = z.string().min(1).max(limits.id_chars_max);
const eventSchema = z.string().min(1).max(limits.event_name_chars_max);
const segmentShape = { segment_id: idSchema.exactOptional() };
const chartShape = {
  /** Unique in the dashboard. */
  id: z.string().min(1).max(limits.id_chars_max),
  title: z.string().trim().min(1, "Enter a title.").max(limits.dashboard_name_chars_max),
};

/** A chart without a period: the reader chooses one for the whole dashboard. */
export const dashboardChartSchema = z.discriminatedUnion("kind", [
  z.strictObject({ ...chartShape, kind: z.literal("content"), content_id: idSchema, ...segmentShape }),
  z.strictObject({ ...chartShape, kind: z.literal("goal"), goal_id: idSchema }),
  z.strictObject({
    ...{ ...chartShape, kind: z.literal("funnel"), ...segmentShape },
    ...{ steps: eventFunnelShape.steps, within_days: eventFunnelShape.within_days },
  }),
  z.strictObject({
    ...{ ...chartShape, kind: z.literal("retention"), content_id: idSchema, ...segmentShape },
    active_event: eventSchema.exactOptional(),
  }),
  z.strictObject({
    ...{ ...chartShape, kind: z.literal("cohorts"), ...segmentShape },
    ...{ start_event: eventSchema.exactOptional(), active_event: eventSchema.exactOptional() },
  }),
]);
export type DashboardChart = z.output<typeof dashboardChartSchema>;

const dashboardFields = {
  name: z.string().trim().min(1, "Enter a dashboard name.").max(limits.dashboard_name_chars_max),
  /** In order. */
  charts: z
    .array(dashboardChartSchema)
    .max(limits.dashboard_charts_max, `Use at most ${limits.dashboard_charts_max} charts.`)
    .refine((charts) => new Set(charts.map(({ id }) => id)).size === charts.length, {
      error: "Each chart needs an ID of its own.",
    }),
};

export const createDashboardRequestSchema = z.strictObject({
  name: dashboardFields.name,
  charts: dashboardFields.charts.default([]),
});

/** `PATCH /api/dashboards/{id}?app_id=` with `If-Match: "{revision}"`. Absent fields stay unchanged. */
export const updateDashboardRequestSchema = z.strictObject({
  name: dashboardFields.name.optional(),
  charts: dashboardFields.charts.optional(),
});
export type NewDashboard = z.output<typeof createDashboardRequestSchema>;
export type DashboardChange = z.output<typeof updateDashboardRequestSchema>;
