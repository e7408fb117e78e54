import { z } from "zod";
import { ALERT_KINDS } from "../../../alerts/alert.ts";
import { notificationSettingsSchema } from "../../accounts/notifications.ts";
import { type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";

export const notificationsResponseSchema = responseSchema("NotificationsResponse", {
  /** Null: nothing was chosen yet, so nothing is sent. */
  settings: notificationSettingsSchema.readonly().nullable(),
  /** Kinds of alerts that the member's role allows. */
  kinds: readonlyArray(z.enum(ALERT_KINDS)),
  /** Whether the server can send them: it has a mail server and FANFARE_PUBLIC_URL. */
  can_send: z.boolean(),
});
export type NotificationsResponse = ResponseOf<typeof notificationsResponseSchema>;
