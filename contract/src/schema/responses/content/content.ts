import { z } from "zod";
import { CONTENT_TYPES } from "../../../content/body.ts";
import { REVIEW_MODES } from "../../../realtime/app-settings.ts";
import { ROLES } from "../../accounts/sign-in.ts";
import { signInProviderSchema } from "../accounts/single-sign-on.ts";
import { pageSchema, type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";
import { draftSchema, editionSchema } from "../stored-schemas.ts";

export const setupResponseSchema = responseSchema("SetupResponse", {
  needed: z.boolean(),
  /** Whether the request has the cookie of a member's session. */
  signed_in: z.boolean(),
  /** Whether password reset links can be sent by email. */
  offers_reset: z.boolean(),
  /** Identity provider for sign-in. Null if none is configured. */
  provider: signInProviderSchema.nullable(),
  /** SAML identity provider for sign-in. Null if none is configured. */
  saml: signInProviderSchema.nullable(),
});
export type SetupResponse = ResponseOf<typeof setupResponseSchema>;

const appSchema = responseSchema("App", {
  id: z.string(),
  key: z.string(),
  name: z.string(),
  paused: z.boolean(),
  review: z.enum(REVIEW_MODES),
});
export type App = ResponseOf<typeof appSchema>;

/** `GET /api/me`, and the response of setup and sign-in. */
export const meSchema = responseSchema("Me", {
  member: z.strictObject({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.enum(ROLES),
    /** False for members from the identity provider who haven't set a password. */
    has_password: z.boolean(),
    /** What the workspace role allows. */
    permissions: readonlyArray(z.string()),
    /** Custom roles that replace the workspace role in an app, with everything that they allow there. */
    app_roles: readonlyArray(
      z.strictObject({ app_id: z.string(), name: z.string(), permissions: readonlyArray(z.string()) }),
    ),
  }),
  workspace: z.strictObject({ name: z.string() }),
  apps: readonlyArray(appSchema),
  /** Credentials for the console's own SDK: the hidden system app and an identity token for this member. */
  guest: z.strictObject({ key: z.string(), external_id: z.string(), token: z.string() }),
});
export type Me = ResponseOf<typeof meSchema>;

export const appsResponseSchema = responseSchema("AppsResponse", { items: readonlyArray(appSchema) });

export const contentSummarySchema = responseSchema("ContentSummary", {
  id: z.string(),
  type: z.enum(CONTENT_TYPES),
  slug: z.string(),
  name: z.string(),
  steps: z.number(),
  status: z.enum(["draft", "scheduled", "live", "changed", "paused", "archived"]),
  /** Published, and the draft has changed since. */
  edited: z.boolean(),
  revision: z.number(),
  /** Of the draft as it is now, in this app. Null: no review was requested since the last change. */
  review: z.enum(["in_review", "approved"]).nullable(),
  /** Number of issues that block publishing. */
  draft_issues: z.number(),
  /** Of the draft. Content with a higher priority appears first. */
  priority: z.number(),
  live_version: z.number().nullable(),
  /** Without a zone if it's in each person's local time. */
  /** Start of a published schedule in the future: an instant, or without `Z` each person's local time. */
  starts_at: z.string().nullable(),
  published_at: z.iso.datetime().nullable(),
  /** When a version of it is published in this app. Null: nothing is scheduled. */
  publishes_at: z.iso.datetime().nullable(),
  /** Number of that version. */
  publishes_version: z.number().nullable(),
  updated_at: z.iso.datetime(),
  updated_by: z.string().nullable(),
  /** In lists: the survey doesn't ask now, because its live version has reached its response quota. */
  quota_reached: z.literal(true).optional(),
});
export type ContentSummary = ResponseOf<typeof contentSummarySchema>;

/** `GET /api/contents`. `next` is the opaque cursor of the next page. */
export const contentPageSchema = pageSchema("ContentPage", contentSummarySchema, {
  total: z.number(),
});
export type ContentPage = ResponseOf<typeof contentPageSchema>;

/**
 * `GET /api/contents/{id}/uses`: content that starts it or waits for its completion. `GET /api/cap-groups/{id}/uses`:
 * content that it covers. `live`: in any app.
 */
export const contentUsesSchema = responseSchema("ContentUses", {
  contents: readonlyArray(z.strictObject({ id: z.string(), name: z.string(), live: z.boolean() })),
});

/** `GET /api/tags`: tags of unarchived content, most used first. */
export const tagsResponseSchema = responseSchema("TagsResponse", {
  items: readonlyArray(z.strictObject({ tag: z.string(), contents: z.number() })),
});

/** `GET /api/contents/{id}?app_id=`, with `ETag: "{revision}"`. */
export const contentDetailSchema = responseSchema("ContentDetail", {
  ...contentSummarySchema.shape,
  draft: draftSchema,
  /** Who requested and approved the review. Names are null for operators and former members. */
  review_request: z
    .strictObject({
      requested_at: z.iso.datetime(),
      requested_by: z.string().nullable(),
      approved_at: z.iso.datetime().nullable(),
      approved_by: z.string().nullable(),
      /** Members who were asked. Empty: everyone who can approve. */
      reviewers: readonlyArray(z.strictObject({ id: z.string(), name: z.string() })),
    })
    .nullable(),
  created_at: z.iso.datetime(),
});
export type ContentDetail = ResponseOf<typeof contentDetailSchema>;

/** `GET /api/contents/{id}/reviewers`: members who can approve the draft as it is now, except the caller. */
export const reviewersSchema = responseSchema("Reviewers", {
  items: readonlyArray(z.strictObject({ id: z.string(), name: z.string() })),
});

export const publishResponseSchema = responseSchema("PublishResponse", {
  content: contentDetailSchema,
  /** True for this member's first publication, which is celebrated. */
  first: z.boolean(),
});
export type PublishResponse = ResponseOf<typeof publishResponseSchema>;

const versionSummarySchema = responseSchema("VersionSummary", {
  id: z.string(),
  number: z.number(),
  frozen_at: z.iso.datetime(),
  created_by: z.string().nullable(),
  /** IDs of apps in which it's published. */
  live_in: readonlyArray(z.string()),
  /** Those of `live_in` in which it's paused. */
  paused_in: readonlyArray(z.string()),
  /** See {@link ContentSummary}. */
  starts_at: z.string().nullable(),
});
export type VersionSummary = ResponseOf<typeof versionSummarySchema>;

export const versionsResponseSchema = responseSchema("VersionsResponse", {
  items: readonlyArray(versionSummarySchema),
});

const promotedVersionSchema = z.strictObject({ version_id: z.string(), number: z.number() });

/** `GET /api/promotions`: content whose live version differs between two apps, by slug. */
export const promotionsResponseSchema = responseSchema("PromotionsResponse", {
  items: readonlyArray(
    z.strictObject({
      content_id: z.string(),
      slug: z.string(),
      name: z.string(),
      /** What is live in the other app. */
      from: promotedVersionSchema,
      /** What it replaces. Null if the content isn't live in this app yet. */
      to: promotedVersionSchema.nullable(),
    }),
  ),
});
export type PromotionsResponse = ResponseOf<typeof promotionsResponseSchema>;

export const promoteResponseSchema = responseSchema("PromoteResponse", { promoted: z.int() });

export const versionDetailSchema = responseSchema("VersionDetail", { id: z.string(), edition: editionSchema });
