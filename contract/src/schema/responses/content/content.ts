import { z } from "zod";
import { CONTENT_TYPES } from "../../../content/body.ts";
import {
  type App,
  type AppsResponse,
  type ContentDetail,
  type ContentPage,
  type ContentSummary,
  type Me,
  type PublishResponse,
  ROLES,
  type SetupResponse,
  type TagsResponse,
  type VersionDetail,
  type VersionSummary,
  type VersionsResponse,
} from "../../accounts/sign-in.ts";
import { signInProviderSchema } from "../accounts/single-sign-on.ts";
import { exactSchema, readonlyArray } from "../exact-schema.ts";
import { draftSchema, editionSchema } from "../stored-schemas.ts";

export const setupResponseSchema = exactSchema<SetupResponse>("SetupResponse")(
  z.strictObject({ needed: z.boolean(), offers_reset: z.boolean(), provider: signInProviderSchema.nullable() }),
);

const appSchema = exactSchema<App>("App")(
  z.strictObject({ id: z.string(), key: z.string(), name: z.string(), paused: z.boolean() }),
);

export const meSchema = exactSchema<Me>("Me")(
  z.strictObject({
    member: z.strictObject({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      role: z.enum(ROLES),
      has_password: z.boolean(),
    }),
    workspace: z.strictObject({ name: z.string() }),
    apps: readonlyArray(appSchema),
    guest: z.strictObject({ key: z.string(), external_id: z.string(), token: z.string() }),
  }),
);

export const appsResponseSchema = exactSchema<AppsResponse>("AppsResponse")(
  z.strictObject({ items: readonlyArray(appSchema) }),
);

export const contentSummarySchema = exactSchema<ContentSummary>("ContentSummary")(
  z.strictObject({
    id: z.string(),
    type: z.enum(CONTENT_TYPES),
    slug: z.string(),
    name: z.string(),
    steps: z.number(),
    status: z.enum(["draft", "scheduled", "live", "changed", "paused", "archived"]),
    edited: z.boolean(),
    revision: z.number(),
    draft_issues: z.number(),
    live_version: z.number().nullable(),
    /** Without a zone if it's in each person's local time. */
    starts_at: z.string().nullable(),
    published_at: z.iso.datetime().nullable(),
    updated_at: z.iso.datetime(),
    updated_by: z.string().nullable(),
  }),
);

export const contentPageSchema = exactSchema<ContentPage>("ContentPage")(
  z.strictObject({ items: readonlyArray(contentSummarySchema), next: z.string().nullable(), total: z.number() }),
);

export const tagsResponseSchema = exactSchema<TagsResponse>("TagsResponse")(
  z.strictObject({ items: readonlyArray(z.strictObject({ tag: z.string(), contents: z.number() })) }),
);

export const contentDetailSchema = exactSchema<ContentDetail>("ContentDetail")(
  contentSummarySchema.extend({ draft: draftSchema, created_at: z.iso.datetime() }),
);

export const publishResponseSchema = exactSchema<PublishResponse>("PublishResponse")(
  z.strictObject({ content: contentDetailSchema, first: z.boolean() }),
);

const versionSummarySchema = exactSchema<VersionSummary>("VersionSummary")(
  z.strictObject({
    id: z.string(),
    number: z.number(),
    frozen_at: z.iso.datetime(),
    created_by: z.string().nullable(),
    live_in: readonlyArray(z.string()),
    paused_in: readonlyArray(z.string()),
    starts_at: z.string().nullable(),
  }),
);

export const versionsResponseSchema = exactSchema<VersionsResponse>("VersionsResponse")(
  z.strictObject({ items: readonlyArray(versionSummarySchema) }),
);

export const versionDetailSchema = exactSchema<VersionDetail>("VersionDetail")(
  z.strictObject({ id: z.string(), edition: editionSchema }),
);
