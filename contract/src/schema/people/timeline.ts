import { z } from "zod";
import { limits } from "../../limits.ts";
import { appIdSchema } from "../app-id.ts";

const TIMELINE_KINDS = ["run", "event", "live_update", "suppression", "milestone"] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** `GET /api/people/{external_id}/timeline`, newest first. `after` is `next` of the previous page. */
export const timelineQuerySchema = z.strictObject({
  app_id: appIdSchema,
  kind: z.enum(["all", ...TIMELINE_KINDS]).default("all"),
  after: z.string().max(limits.cursor_chars_max).optional(),
  limit: z.coerce.number().int().min(1).max(limits.page_size_max).default(limits.page_size_default),
});
