/** Requests and responses of `/api`. Sessions use a cookie. Every write is JSON from the console's own origin. */
import { z } from "zod";
import { CONTENT_TYPES, type ContentType } from "../../content/body.ts";
import type { Edition } from "../../content/content.ts";
import { limits } from "../../limits.ts";
import { appIdSchema } from "../app-id.ts";
import { contentNameSchema, editionSchema } from "../content/content.ts";
import { slugSchema } from "../slug.ts";
import type { SignInProvider } from "./single-sign-on.ts";

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

/** `POST /api/setup`: creates the owner once, with the token of the printed link. */
export const setupRequestSchema = z.strictObject({
  token: oneTimeTokenSchema,
  name: memberNameSchema,
  email: emailSchema,
  password: passwordSchema,
});
export type SetupRequest = z.input<typeof setupRequestSchema>;
export interface SetupResponse {
  readonly needed: boolean;
  /** Whether password reset links can be sent by email. */
  readonly offers_reset: boolean;
  /** Identity provider for sign-in. Null if none is configured. */
  readonly provider: SignInProvider | null;
}

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
export type SignInRequest = z.input<typeof signInRequestSchema>;

/** `GET /api/me`, and the response of setup and sign-in. */
export interface Me {
  readonly member: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly role: Role;
    /** False for members from the identity provider who haven't set a password. */
    readonly has_password: boolean;
  };
  readonly workspace: { readonly name: string };
  readonly apps: readonly App[];
  /** Credentials for the console's own SDK: the hidden system app and an identity token for this member. */
  readonly guest: { readonly key: string; readonly external_id: string; readonly token: string };
}

export interface App {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly paused: boolean;
}

export interface AppsResponse {
  readonly items: readonly App[];
}

export const contentListQuerySchema = z.strictObject({
  q: z.string().max(limits.search_chars_max).default(""),
  type: z.enum(["all", ...CONTENT_TYPES]).default("all"),
  /** `all` excludes archived content. `incomplete`: the draft can't be published as it is. */
  status: z.enum(["all", "draft", "scheduled", "live", "changed", "paused", "incomplete", "archived"]).default("all"),
  tag: z.string().max(limits.tag_chars_max).default(""),
  sort: z.enum(["-updated_at", "updated_at", "name", "-name"]).default("-updated_at"),
  app_id: appIdSchema,
  after: z.string().max(limits.cursor_chars_max).optional(),
  limit: z.coerce.number().int().min(1).max(limits.page_size_max).default(limits.page_size_default),
});
export type ContentListQuery = z.input<typeof contentListQuerySchema>;

/** `GET /api/tags`: tags of unarchived content, most used first. */
export interface TagsResponse {
  readonly items: readonly { readonly tag: string; readonly contents: number }[];
}

/**
 * `draft`: never published in this app.
 * `scheduled`: published without later edits, and its schedule starts later.
 * `live`: published without later edits.
 * `changed`: published and edited since.
 * `paused`: published but not shown until resumed, edited or not.
 * `archived`: not shown until restored to its former status.
 */
export type ContentStatus = "draft" | "scheduled" | "live" | "changed" | "paused" | "archived";

export interface ContentSummary {
  readonly id: string;
  readonly type: ContentType;
  readonly slug: string;
  readonly name: string;
  readonly steps: number;
  readonly status: ContentStatus;
  /** Published, and the draft has changed since. */
  readonly edited: boolean;
  readonly revision: number;
  /** Number of issues that block publishing. */
  readonly draft_issues: number;
  readonly live_version: number | null;
  readonly published_at: string | null;
  /** Start of a published schedule in the future: an instant, or without `Z` each person's local time. */
  readonly starts_at: string | null;
  readonly updated_at: string;
  readonly updated_by: string | null;
}
/** `GET /api/contents`. `next` is the opaque cursor of the next page. */
export interface ContentPage {
  readonly items: readonly ContentSummary[];
  readonly next: string | null;
  readonly total: number;
}

/** `GET /api/contents/{id}?app_id=`, with `ETag: "{revision}"`. */
export interface ContentDetail extends ContentSummary {
  readonly draft: Edition;
  readonly created_at: string;
}

export const createContentRequestSchema = z.strictObject({
  app_id: appIdSchema,
  name: contentNameSchema,
  slug: slugSchema,
  draft: editionSchema,
});
export type CreateContentRequest = z.input<typeof createContentRequestSchema>;

/** `PATCH /api/contents/{id}?app_id=` with `If-Match: "{revision}"`. Responds with the new {@link ContentDetail}. */
export const updateContentRequestSchema = z
  .strictObject({ name: contentNameSchema, slug: slugSchema, draft: editionSchema })
  .partial();
export type UpdateContentRequest = z.input<typeof updateContentRequestSchema>;

/** `POST /api/contents/{id}/publish` with `If-Match`; `POST /api/contents/{id}/unpublish` takes the same body. */
export const publishRequestSchema = z.strictObject({ app_id: appIdSchema });
/** `POST /api/contents/{id}/archive`, `/restore`, `/pause` and `/resume` take the same body; `/rollback` names an older version. */
export const rollbackRequestSchema = z.strictObject({
  app_id: appIdSchema,
  version_id: z.string().max(limits.id_chars_max),
});
export interface PublishResponse {
  readonly content: ContentDetail;
  /** True for this member's first publication, which is celebrated. */
  readonly first: boolean;
}

export interface VersionSummary {
  readonly id: string;
  readonly number: number;
  readonly frozen_at: string;
  readonly created_by: string | null;
  /** IDs of apps in which it's published. */
  readonly live_in: readonly string[];
  /** Those of `live_in` in which it's paused. */
  readonly paused_in: readonly string[];
  /** See {@link ContentSummary}. */
  readonly starts_at: string | null;
}
export interface VersionDetail {
  readonly id: string;
  readonly edition: Edition;
}
export interface VersionsResponse {
  readonly items: readonly VersionSummary[];
}

/**
 * `DELETE /api/people/{external_id}/suppressions/{id}?app_id=` removes one. `GET` responds with {@link
 * SuppressionsResponse}.
 */
