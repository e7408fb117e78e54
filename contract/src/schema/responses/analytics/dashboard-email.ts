import { z } from "zod";
import { EMAIL_LANGUAGES } from "../../accounts/notifications.ts";
import { DASHBOARD_EMAIL_FAILURES, dashboardEmailScheduleSchema } from "../../analytics/dashboard-email.ts";
import { namedSchema, type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";

export const dashboardEmailSchema = responseSchema("DashboardEmail", {
  id: z.string(),
  schedule: namedSchema("DashboardEmailSchedule", dashboardEmailScheduleSchema),
  time_zone: z.string(),
  language: z.enum(EMAIL_LANGUAGES),
  /** Full days (UTC) before each email that it has numbers of. */
  days: z.number(),
  /** Without those who unsubscribed. */
  recipients: readonlyArray(z.strictObject({ email: z.string(), member: z.boolean() })),
  next_at: z.iso.datetime(),
  /** When all recipients of a time were last served. */
  last_sent_at: z.iso.datetime().nullable(),
  /** Why the latest email wasn't sent to all recipients. Null if it was. */
  failure: z.enum(DASHBOARD_EMAIL_FAILURES).nullable(),
});
export type DashboardEmail = ResponseOf<typeof dashboardEmailSchema>;

/** By creation. */
export const dashboardEmailsResponseSchema = responseSchema("DashboardEmailsResponse", {
  items: readonlyArray(dashboardEmailSchema),
});
