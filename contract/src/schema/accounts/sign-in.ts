/** Requests and responses of `/api`. Sessions use a cookie. Every write is JSON from the console's own origin. */
import { z } from "zod";
import { CONTENT_TYPES } from "../../content/body.ts";
import { CONTENT_STATUS_FILTERS, TRIGGER_KINDS } from "../../content/content.ts";
import { limits } from "../../limits.ts";
import { appIdSchema } from "../app-id.ts";
import { contentNameSchema, editionSchema } from "../content/content.ts";
import { localeSchema } from "../content/text.ts";
import { slugSchema } from "../slug.ts";

export const ROLES = ["owner", "admin", "editor", "viewer"] as const;
export type Role = (typeof ROLES)[number];

export const emailSchema = z
  .email("Enter a valid email address.")
  .max(limits.email_chars_max)
  .transform((email) => email.toLowerCase());
export const passwordSchema = z
  .string()
  .min(limits.password_chars_min, `Use at least ${limits.password_chars_min} characters.`)
  .max(limits.password_chars_max);

/** From a single-use link. */
export const oneTimeTokenSchema = z.string().min(1).max(limits.one_time_token_chars_max);
export const memberNameSchema = z.string().trim().min(1, "Enter your name.").max(limits.member_name_chars_max);

/**
 * `POST /api/setup`: creates the owner once, with the token of the printed link. `source_locale` becomes the source
 * language of the first app.
 */
export const setupRequestSchema = z.strictObject({
  token: oneTimeTokenSchema,
  name: memberNameSchema,
  email: emailSchema,
  password: passwordSchema,
  source_locale: localeSchema.optional(),
});

export const newMemberSchema = z.strictObject({
  name: z.string().trim().min(1, "Enter the member's name.").max(limits.member_name_chars_max),
  email: emailSchema,
  role: z.enum(ROLES, `Use one of ${ROLES.join(", ")}.`),
  password: passwordSchema,
});

/** `POST /api/sign-in`. `POST /api/sign-out` has no body. */
export const signInRequestSchema = z.strictObject({
  email: emailSchema,
  password: z.string().min(1, "Enter your password.").max(limits.password_chars_max),
  /** Authentication code or recovery code. Required after `second_factor_required`. */
  code: z.string().trim().max(limits.second_factor_code_chars_max).optional(),
});

export const contentListQuerySchema = z.strictObject({
  q: z.string().max(limits.search_chars_max).default(""),
  type: z.enum(["all", ...CONTENT_TYPES]).default("all"),
  /**
   * `all` excludes archived content. `incomplete`: the draft can't be published as it is. `in_review`, `approved`: its
   * review in this app. `awaiting_review`: a review that waits for the caller.
   */
  status: z.enum(CONTENT_STATUS_FILTERS).default("all"),
  tag: z.string().max(limits.tag_chars_max).default(""),
  /** How the draft starts. */
  trigger: z.enum(["all", ...TRIGGER_KINDS]).default("all"),
  /** `-priority`: the order in which automatic content appears. */
  sort: z.enum(["-updated_at", "updated_at", "name", "-name", "-priority"]).default("-updated_at"),
  app_id: appIdSchema,
  after: z.string().max(limits.cursor_chars_max).optional(),
  limit: z.coerce.number().int().min(1).max(limits.page_size_max).default(limits.page_size_default),
});
export type ContentListQuery = z.input<typeof contentListQuerySchema>;

export const createContentRequestSchema = z.strictObject({
  name: contentNameSchema,
  slug: slugSchema,
  draft: editionSchema,
});
export type CreateContentRequest = z.input<typeof createContentRequestSchema>;

/** `POST /api/contents/{id}/duplicate?app_id=`. Without a name, the copy is named after the original. */
export const duplicateContentRequestSchema = z.strictObject({ name: contentNameSchema.optional() });

/** `PATCH /api/contents/{id}?app_id=` with `If-Match: "{revision}"`. Responds with the new {@link ContentDetail}. */
export const updateContentRequestSchema = z
  .strictObject({ name: contentNameSchema, slug: slugSchema, draft: editionSchema })
  .partial();
export type UpdateContentRequest = z.input<typeof updateContentRequestSchema>;

/** `POST /api/contents/{id}/rollback?app_id=` publishes an older version. */
export const rollbackRequestSchema = z.strictObject({
  version_id: z.string().max(limits.id_chars_max),
});

/**
 * `DELETE /api/people/{external_id}/suppressions/{id}?app_id=` removes one. `GET` responds with {@link
 * SuppressionsResponse}.
 */
