import { z } from "zod";
import { RESOURCE_CENTER_POSITION } from "../../content/positions.ts";
import { ARTICLE_STEP, type ResourceCenterBody } from "../../content/resource-center.ts";
import { limits } from "../../limits.ts";
import { slugSchema } from "../slug.ts";
import { elementPositionSchema } from "./announcement.ts";
import { blocksSchema } from "./block.ts";
import { dismissalShape } from "./dismissal.ts";
import { NEVER_SAVABLE } from "./draft.ts";
import { linkSchema } from "./link.ts";
import { actionSchemas, haveUniqueIds, positionIdSchema, titleSchema } from "./panel.ts";
import { targetSchema, waitSchema } from "./target.ts";
import { textWithVariables } from "./text.ts";

const resourceSchema = z.strictObject({
  id: positionIdSchema.refine((id) => id !== RESOURCE_CENTER_POSITION && id !== ARTICLE_STEP, {
    error: "This ID is reserved for the resource center.",
    params: NEVER_SAVABLE,
  }),
  section: titleSchema.optional(),
  title: titleSchema,
  description: textWithVariables(z.string().trim().min(1, "Enter text.").max(limits.notice_text_chars_max)).optional(),
  action: z.discriminatedUnion("kind", [
    ...actionSchemas,
    z.strictObject({ kind: z.literal("feed") }),
    z.strictObject({ kind: z.literal("checklist"), content: slugSchema }),
  ]),
  is_new: z.literal(true).optional(),
});

const webUrlSchema = linkSchema.refine((url) => /^https?:\/\/[^{]+/i.test(url), "Enter a full URL.");
const searchUrlSchema = webUrlSchema.refine(
  (url) => url.includes("{query}"),
  "Enter a full URL that contains {query}.",
);

export const helpFeedUrlSchema = webUrlSchema.refine(
  (url) => url.length <= limits.help_feed_url_chars_max,
  `The URL is longer than ${limits.help_feed_url_chars_max} characters.`,
);

const articleSourceSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("feed"), url: helpFeedUrlSchema }),
  z.strictObject({ kind: z.literal("search"), url: searchUrlSchema }),
]);

export const resourceCenterBodySchema = z.strictObject({
  type: z.literal("resource_center"),
  title: titleSchema,
  blocks: blocksSchema.default([]),
  resources: z
    .array(resourceSchema)
    .min(1, "Add at least one resource.")
    .max(limits.resources_max)
    .refine(haveUniqueIds, { error: "Two resources have the same ID.", params: NEVER_SAVABLE }),
  launcher: z
    .discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("button"), side: z.enum(["start", "end"]).default("start") }),
      z.strictObject({ kind: z.literal("element"), target: targetSchema, wait_ms: waitSchema }),
      elementPositionSchema.extend({ kind: z.literal("inline") }),
    ])
    .prefault({ kind: "button" }),
  search_url: searchUrlSchema.optional(),
  articles: articleSourceSchema.optional(),
  ...dismissalShape(false),
}) satisfies z.ZodType<ResourceCenterBody>;
