import { z } from "zod";
import { ALERT_KINDS, ALERT_RESOLUTIONS } from "../../../alerts/alert.ts";
import { pageSchema, type ResponseOf, responseSchema } from "../response-schema.ts";

export const alertSchema = responseSchema("Alert", {
  id: z.string(),
  kind: z.enum(ALERT_KINDS),
  state: z.enum(["open", ...ALERT_RESOLUTIONS]),
  /** Null: of the server. */
  app_id: z.string().nullable(),
  content_id: z.string().nullable(),
  step_id: z.string().nullable(),
  /** Webhook or destination. */
  receiver_id: z.string().nullable(),
  /** What happened and what to do, in English, from `values`. */
  title: z.string(),
  text: z.string(),
  advice: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).readonly(),
  opened_at: z.iso.datetime(),
  resolved_at: z.iso.datetime().nullable(),
});
export type Alert = ResponseOf<typeof alertSchema>;

export const alertsPageSchema = pageSchema("AlertsPage", alertSchema);
export type AlertsPage = ResponseOf<typeof alertsPageSchema>;
