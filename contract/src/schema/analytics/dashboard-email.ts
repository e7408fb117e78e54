/** Emails of a dashboard, sent on a schedule. */
import { z } from "zod";
import { limits } from "../../limits.ts";
import { EMAIL_LANGUAGES } from "../accounts/notifications.ts";
import { emailSchema } from "../accounts/sign-in.ts";
import { timeZoneSchema } from "../content/wall-time.ts";

/** Days of a dashboard's emails: full days (UTC) before the email. */
export const DASHBOARD_EMAIL_DAYS = [7, 30, 90] as const;

const clockSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time, such as 09:30.");

export const dashboardEmailScheduleSchema = z.discriminatedUnion("every", [
  z.strictObject({ every: z.literal("day"), time: clockSchema }),
  /** `day`: 1 (Monday) to 7 (Sunday). */
  z.strictObject({ every: z.literal("week"), day: z.number().int().min(1).max(7), time: clockSchema }),
  z.strictObject({
    every: z.literal("month"),
    day: z.number().int().min(1).max(limits.dashboard_email_month_day_max),
    time: clockSchema,
  }),
]);
export type DashboardEmailSchedule = z.output<typeof dashboardEmailScheduleSchema>;

/**
 * Why an email wasn't sent to all recipients. `not_allowed`: its author may no longer change the dashboard, or send it to
 * people who aren't members.
 */
export const DASHBOARD_EMAIL_FAILURES = ["mail_off", "mail_refused", "no_public_url", "not_allowed"] as const;
export type DashboardEmailFailure = (typeof DASHBOARD_EMAIL_FAILURES)[number];

export const createDashboardEmailRequestSchema = z.strictObject({
  schedule: dashboardEmailScheduleSchema,
  time_zone: timeZoneSchema,
  language: z.enum(EMAIL_LANGUAGES).default("en"),
  days: z.literal(DASHBOARD_EMAIL_DAYS, "Choose 7, 30, or 90 days.").default(30),
  /** Email addresses. Those that aren't members' need the permission to share dashboards. */
  recipients: z
    .array(emailSchema)
    .min(1, "Add at least one recipient.")
    .max(limits.dashboard_email_recipients_max, `Use at most ${limits.dashboard_email_recipients_max} recipients.`)
    .refine((all) => new Set(all).size === all.length, "Add each recipient once."),
});
export type NewDashboardEmail = z.output<typeof createDashboardEmailRequestSchema>;
