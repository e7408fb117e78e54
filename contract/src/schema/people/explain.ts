import { z } from "zod";
import { limits } from "../../limits.ts";
import { DEVICES } from "../../targeting/rule.ts";
import { appIdSchema } from "../app-id.ts";
import { attributesSchema, groupRequestSchema } from "../client/v1.ts";

const pageAndContent = {
  /** ID or slug. */
  content_id: z.string().min(1).max(limits.content_ref_chars_max).optional(),
  /** Page URL. Without it, the URL gate stays unknown. */
  url: z.string().max(limits.page_url_chars_max).optional(),
};

/** `GET /api/explain`. Without `content_id`, it covers all live content. */
export const explainQuerySchema = z.strictObject({
  app_id: appIdSchema,
  /** External ID, or name of an anonymous visitor. */
  person: z.string().min(1).max(limits.person_name_chars_max),
  ...pageAndContent,
  /** A time in the past, answered from the decision log. */
  at: z.iso.datetime({ offset: true }).optional(),
});
export type ExplainQuery = z.input<typeof explainQuerySchema>;

/**
 * `POST /api/explain`: a person who doesn't exist, and who hasn't done anything yet. Nothing is stored, and no data about
 * people is read.
 */
export const explainHypotheticalRequestSchema = z.strictObject({
  attributes: attributesSchema.default({}),
  groups: z.array(groupRequestSchema).max(limits.identity_groups_max).default([]),
  /** Whether the person is signed in to the app. */
  identified: z.boolean().default(true),
  locale: z.string().max(limits.language_chars_max).optional(),
  time_zone: z.string().max(limits.time_zone_chars_max).optional(),
  device: z.enum(DEVICES).optional(),
  ...pageAndContent,
});
export type ExplainHypotheticalRequest = z.output<typeof explainHypotheticalRequestSchema>;
