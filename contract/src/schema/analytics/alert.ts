import { z } from "zod";
import { ALERT_STATES } from "../../events/alert-states.ts";
import { limits } from "../../limits.ts";
import { appIdSchema } from "../app-id.ts";

/** `GET /api/alerts`, newest first: those of the app and of the server that the caller's role allows. */
export const alertsQuerySchema = z.strictObject({
  app_id: appIdSchema,
  state: z.enum(ALERT_STATES).default("all"),
  after: z.string().max(limits.cursor_chars_max).optional(),
  limit: z.coerce.number().int().min(1).max(limits.page_size_max).default(limits.page_size_default),
});
