import { z } from "zod";
import { type Edition, FREQUENCY_MODES, QUOTA_PERIODS } from "../../content/content.ts";
import { type Experiment, VARIANTS } from "../../content/experiment.ts";
import { limits } from "../../limits.ts";
import { slugSchema } from "../slug.ts";
import { announcementBodySchema } from "./announcement.ts";
import { celebrationBodySchema } from "./celebration.ts";
import { checklistBodySchema } from "./checklist.ts";
import { NEVER_SAVABLE } from "./draft.ts";
import { hintBodySchema } from "./hint.ts";
import { resourceCenterBodySchema } from "./resource-center.ts";
import { propertyTestsSchema, ruleSchema } from "./rule.ts";
import { surveyBodySchema } from "./survey.ts";
import { localeSchema, translationsSchema } from "./text.ts";
import { themeChoiceSchema } from "./theme.ts";
import { tourBodySchema } from "./tour.ts";
import { wallTimeSchema, zoneSchema } from "./wall-time.ts";

const bodySchema = z.discriminatedUnion("type", [
  tourBodySchema,
  hintBodySchema,
  announcementBodySchema,
  checklistBodySchema,
  surveyBodySchema,
  celebrationBodySchema,
  resourceCenterBodySchema,
]);

const patternSchema = z.string().trim().min(1).max(limits.url_pattern_chars_max);

/** Pages on which something applies. No include pattern: all pages. */
export const urlsSchema = z.strictObject({
  include: z.array(patternSchema).max(limits.url_patterns_max).default([]),
  exclude: z.array(patternSchema).max(limits.url_patterns_max).default([]),
});

const frequencySchema = z
  .strictObject({
    mode: z.enum(FREQUENCY_MODES),
    every_days: z.int().min(1).max(limits.rule_days_max).optional(),
    cooldown_hours: z.number().positive().max(limits.cooldown_hours_max).optional(),
    limit: z
      .strictObject({
        times: z.int().min(1).max(limits.cap_runs_max),
        days: z.int().min(1).max(limits.rule_days_max),
      })
      .optional(),
  })
  .refine(({ mode, every_days }) => (mode === "every") === (every_days !== undefined), {
    path: ["every_days"],
    message: "Enter a number of days if the mode is every. Otherwise, leave it empty.",
  });

const scheduleSchema = z
  .strictObject({
    starts_at: wallTimeSchema.optional(),
    ends_at: wallTimeSchema.optional(),
    zone: zoneSchema,
  })
  .refine(
    ({ starts_at, ends_at }) => starts_at === undefined || ends_at === undefined || starts_at < ends_at,
    "The end must be after the start.",
  );

const percentSchema = z.int().min(0).max(100);

const experimentSchema = z
  .strictObject({
    seed: z.string().min(1).max(limits.experiment_seed_chars_max),
    weight: percentSchema,
    variants: z
      .array(
        z.strictObject({
          id: z.enum(VARIANTS).exclude(["a"]),
          name: z.string().trim().min(1, "Enter a variant name.").max(limits.variant_name_chars_max),
          weight: percentSchema,
          body: bodySchema,
          translations: translationsSchema.optional(),
        }),
      )
      .min(1, "Add a second variant to the experiment.")
      .max(VARIANTS.length - 1),
  })
  .superRefine(({ weight, variants }, context) => {
    const all = variants.reduce((sum, variant) => sum + variant.weight, weight);
    if (all !== 100) {
      context.addIssue({
        code: "custom",
        path: ["weight"],
        message: `The shares add up to ${all}%. They must add up to 100%.`,
      });
    }
    if (new Set(variants.map(({ id }) => id)).size < variants.length) {
      context.addIssue({
        ...{ code: "custom", path: ["variants"], params: NEVER_SAVABLE },
        message: "Two variants have the same letter.",
      });
    }
  }) satisfies z.ZodType<Experiment>;

const plainEditionSchema = z.strictObject({
  body: bodySchema,
  locale: localeSchema.optional(),
  translations: translationsSchema.optional(),
  targeting: z
    .strictObject({
      urls: urlsSchema.prefault({}),
      audience: ruleSchema.optional(),
      people: z.enum(["identified", "anonymous"]).optional(),
    })
    .prefault({}),
  trigger: z
    .discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("automatic") }),
      z.strictObject({ kind: z.literal("manual") }),
      z.strictObject({ kind: z.literal("link") }),
      z.strictObject({
        kind: z.literal("event"),
        event: z.string().min(1).max(limits.event_name_chars_max),
        props: propertyTestsSchema.min(1).optional(),
        count: z
          .strictObject({ on: z.enum(["nth", "every"]), n: z.int().min(1).max(limits.rule_event_times_max) })
          .optional(),
      }),
      z.strictObject({ kind: z.literal("completed"), content: slugSchema }),
      z.strictObject({ kind: z.literal("goal"), goal: z.string().trim().min(1).max(limits.goal_name_chars_max) }),
    ])
    .default({ kind: "automatic" }),
  frequency: frequencySchema.default({ mode: "until_completed" }),
  schedule: scheduleSchema.optional(),
  delay_ms: z.int().min(0).max(limits.start_delay_ms_max).optional(),
  rollout: z
    .strictObject({
      percent: z.number().min(0).max(100).optional(),
      holdout_percent: z.number().min(0).max(limits.holdout_percent_max).optional(),
    })
    .optional(),
  quota: z
    .strictObject({
      responses: z.int().min(1).max(limits.quota_responses_max),
      per: z.enum(QUOTA_PERIODS).optional(),
    })
    .optional(),
  experiment: experimentSchema.optional(),
  priority: z.int().min(-100).max(100).default(0),
  tags: z.array(z.string().trim().min(1).max(limits.tag_chars_max)).max(limits.tags_max).default([]),
  theme: themeChoiceSchema.optional(),
});

export const editionSchema = plainEditionSchema.superRefine(({ body, experiment, quota }, context) => {
  if (quota !== undefined && body.type !== "survey") {
    const message = "Only surveys have a response quota. Remove it.";
    context.addIssue({ code: "custom", path: ["quota"], message, params: NEVER_SAVABLE });
  }
  for (const [index, variant] of (experiment?.variants ?? []).entries()) {
    if (variant.body.type === body.type) continue;
    const path = ["experiment", "variants", index, "body", "type"];
    const message = `A variant must have the same type as the content: ${body.type}.`;
    context.addIssue({ code: "custom", path, message, params: NEVER_SAVABLE });
  }
}) satisfies z.ZodType<Edition>;

export const contentNameSchema = z.string().trim().min(1, "Enter a name.").max(limits.content_name_chars_max);

/**
 * File format of content: read by `fanfare serve --import` and written by exports.
 *
 * @example
 * { "contents": [{ "slug": "welcome", "name": "Welcome", "edition": { "body": { "type": "tour", "steps": [] } } }] }
 */
export interface ContentFile {
  readonly contents: readonly { readonly slug: string; readonly name: string; readonly edition: Edition }[];
}

export const contentFileSchema = z.strictObject({
  contents: z
    .array(z.strictObject({ slug: slugSchema, name: contentNameSchema, edition: editionSchema }))
    .max(limits.content_file_contents_max),
}) satisfies z.ZodType<ContentFile>;
