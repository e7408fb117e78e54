import { z } from "zod";
import { CONTENT_TYPES } from "../../content.ts";
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
} from "../api.ts";
import { exactly, listOf } from "./exactly.ts";
import { doorProviderSchema } from "./single-sign-on.ts";
import { draftSchema, editionSchema } from "./stored.ts";

export const setupResponseSchema = exactly<SetupResponse>("SetupResponse")(
  z.strictObject({ needed: z.boolean(), offers_reset: z.boolean(), provider: doorProviderSchema.nullable() }),
);

export const appSchema = exactly<App>("App")(
  z.strictObject({ id: z.string(), key: z.string(), name: z.string(), paused: z.boolean() }),
);

export const meSchema = exactly<Me>("Me")(
  z.strictObject({
    member: z.strictObject({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      role: z.enum(ROLES),
      has_password: z.boolean(),
    }),
    workspace: z.strictObject({ name: z.string() }),
    apps: listOf(appSchema),
    guest: z.strictObject({ key: z.string(), external_id: z.string(), token: z.string() }),
  }),
);

export const appsResponseSchema = exactly<AppsResponse>("AppsResponse")(z.strictObject({ items: listOf(appSchema) }));

export const contentSummarySchema = exactly<ContentSummary>("ContentSummary")(
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
    /** Without a zone where it is the time on each person's clock. */
    starts_at: z.string().nullable(),
    published_at: z.iso.datetime().nullable(),
    updated_at: z.iso.datetime(),
    updated_by: z.string().nullable(),
  }),
);

export const contentPageSchema = exactly<ContentPage>("ContentPage")(
  z.strictObject({ items: listOf(contentSummarySchema), next: z.string().nullable(), total: z.number() }),
);

export const tagsResponseSchema = exactly<TagsResponse>("TagsResponse")(
  z.strictObject({ items: listOf(z.strictObject({ tag: z.string(), contents: z.number() })) }),
);

export const contentDetailSchema = exactly<ContentDetail>("ContentDetail")(
  contentSummarySchema.extend({ draft: draftSchema, created_at: z.iso.datetime() }),
);

export const publishResponseSchema = exactly<PublishResponse>("PublishResponse")(
  z.strictObject({ content: contentDetailSchema, first: z.boolean() }),
);

export const versionSummarySchema = exactly<VersionSummary>("VersionSummary")(
  z.strictObject({
    id: z.string(),
    number: z.number(),
    frozen_at: z.iso.datetime(),
    created_by: z.string().nullable(),
    live_in: listOf(z.string()),
    paused_in: listOf(z.string()),
    starts_at: z.string().nullable(),
  }),
);

export const versionsResponseSchema = exactly<VersionsResponse>("VersionsResponse")(
  z.strictObject({ items: listOf(versionSummarySchema) }),
);

export const versionDetailSchema = exactly<VersionDetail>("VersionDetail")(
  z.strictObject({ id: z.string(), edition: editionSchema }),
);
