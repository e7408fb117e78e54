/** Retention: who is still active in the weeks after a first time. */
import { z } from "zod";
import { limits } from "../../limits.ts";
import { appIdSchema } from "../app-id.ts";
import { periodShape, withPeriodLimits } from "./period.ts";

const eventNameSchema = z.string().min(1).max(limits.event_name_chars_max);

const retentionShape = {
  app_id: appIdSchema,
  ...periodShape,
  /** Event that makes a person active. Any event by default. */
  active_event: eventNameSchema.optional(),
  /** Only people who are in this segment now. */
  segment_id: z.string().min(1).max(limits.id_chars_max).optional(),
  format: z.enum(["json", "csv"]).default("json"),
};

/**
 * `GET /api/analytics/retention`. Responds with a {@link Retention} of the people who first viewed the content in these
 * days. Days are in UTC.
 */
export const retentionQuerySchema = withPeriodLimits(
  z.strictObject({ ...retentionShape, content_id: z.string().min(1).max(limits.id_chars_max) }),
);

/**
 * `GET /api/analytics/cohorts`. Responds with {@link Cohorts} of the people who were first seen in these days, or whose
 * first `start_event` was. Days are in UTC.
 */
export const cohortsQuerySchema = withPeriodLimits(
  z.strictObject({ ...retentionShape, start_event: eventNameSchema.optional() }),
);
