import { z } from "zod";
import { ALERT_KINDS } from "../../alerts/alert.ts";
import { limits } from "../../limits.ts";
import { timeZoneSchema } from "../content/wall-time.ts";

export const EMAIL_LANGUAGES = ["en", "ar"] as const;
export type EmailLanguage = (typeof EMAIL_LANGUAGES)[number];

const clockSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time, such as 09:30.");

/** In a time zone. May span midnight. */
export const quietHoursSchema = z.strictObject({ from: clockSchema, to: clockSchema });

/** Which emails a member gets. `PUT /api/me/notifications` replaces all of it. */
export const notificationSettingsSchema = z.strictObject({
  language: z.enum(EMAIL_LANGUAGES),
  time_zone: timeZoneSchema,
  /** Kinds of alerts. Those that the member's role doesn't allow aren't sent. */
  alerts: z.array(z.enum(ALERT_KINDS)).max(ALERT_KINDS.length),
  /** On Mondays from 08:00 on, in the time zone. */
  weekly_summary: z.boolean().default(false),
  /** In the time zone. May span midnight. Emails wait until `to`. */
  quiet_hours: quietHoursSchema.nullable(),
});
export type NotificationSettings = z.output<typeof notificationSettingsSchema>;

/** `POST /api/unsubscribe`, from the link in an email. Works without a session. */
export const unsubscribeQuerySchema = z.strictObject({
  token: z.string().min(1).max(limits.unsubscribe_token_chars_max),
});
