import { z } from "zod";
import { limits } from "../../limits.ts";
import { appIdSchema } from "../app-id.ts";

/** `GET /api/explain`. Without `content_id`, it covers all live content. */
export const explainQuerySchema = z.strictObject({
  app_id: appIdSchema,
  /** External ID, or name of an anonymous visitor. */
  person: z.string().min(1).max(limits.person_name_chars_max),
  /** ID or slug. */
  content_id: z.string().min(1).max(limits.content_ref_chars_max).optional(),
  /** Page URL. Without it, the URL gate stays unknown. */
  url: z.string().max(limits.page_url_chars_max).optional(),
  /** A time in the past, answered from the decision log. */
  at: z.iso.datetime({ offset: true }).optional(),
});
export type ExplainQuery = z.input<typeof explainQuerySchema>;
