import { z } from "zod";
import { limits } from "../../limits.ts";
import { appIdSchema } from "../app-id.ts";

/** `GET /api/contents/{id}/group-progress`: groups by ID. `after` is `next` of the previous page. */
export const groupProgressQuerySchema = z.strictObject({
  app_id: appIdSchema,
  after: z.string().max(limits.cursor_chars_max).optional(),
  limit: z.coerce.number().int().min(1).max(limits.page_size_max).default(limits.page_size_default),
});
