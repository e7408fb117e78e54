import { z } from "zod";
import { CELEBRATION_PRESETS } from "../celebration.ts";
import { type Edition, FREQUENCY_MODES, MISSING_TARGET_POLICIES, PLACEMENTS } from "../content.ts";
import { limits } from "../limits.ts";
import { isWallTime } from "../schedule.ts";
import { ruleSchema } from "./rule.ts";

const SAFE_SCHEMES = ["https:", "http:", "mailto:", "tel:"];

/** True for a link that no browser runs as script: a known scheme, or a path or fragment of the same site. */
export function isSafeLink(href: string): boolean {
  // Browsers strip these characters before they read the scheme: java\nscript: is javascript:.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u0020\u007f]/.test(href)) return false;
  if (/^[/#?]/.test(href)) return !href.startsWith("//");
  return SAFE_SCHEMES.some((scheme) => href.toLowerCase().startsWith(scheme));
}

const linkSchema = z
  .string()
  .max(2_000)
  .refine(isSafeLink, "Use https:, http:, mailto:, tel: or a path that starts with a slash.");

const imageSchema = z
  .string()
  .max(2_000)
  .refine(
    (url) => isSafeLink(url) && !/^(mailto|tel):/i.test(url),
    "Use https:, http: or a path that starts with a slash.",
  );

const idSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "Use letters, digits, _ and -, at most 64.");

export const spanSchema = z.strictObject({
  text: z.string().min(1, "Write some text.").max(limits.step_text_chars_max),
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  href: linkSchema.optional(),
});

export const blockSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("paragraph"), spans: z.array(spanSchema).min(1).max(100) }),
  z.strictObject({
    kind: z.literal("list"),
    ordered: z.boolean(),
    items: z.array(z.array(spanSchema).min(1).max(20)).min(1).max(20),
  }),
  z.strictObject({
    kind: z.literal("image"),
    url: imageSchema,
    alt: z.string().min(1, "Describe the picture for people who do not see it.").max(300),
  }),
]);

const valueSchema = z.string().min(1).max(limits.target_value_chars_max);

export const strategySchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("test_id"), value: valueSchema }),
  z.strictObject({ kind: z.literal("role_name"), role: z.string().regex(/^[a-z]{1,40}$/), name: valueSchema }),
  z.strictObject({ kind: z.literal("label"), value: valueSchema }),
  z.strictObject({
    kind: z.literal("text"),
    value: valueSchema,
    tag: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,40}$/)
      .optional(),
  }),
  z.strictObject({
    kind: z.literal("attribute"),
    name: z.string().regex(/^[A-Za-z_][\w.:-]{0,60}$/),
    value: valueSchema,
  }),
  z.strictObject({ kind: z.literal("css"), value: valueSchema }),
]);

export const targetSchema = z.strictObject({
  strategies: z.array(strategySchema).min(1, "Say how the element is found.").max(limits.target_strategies_max),
});

const stepTexts = {
  id: idSchema,
  title: z.string().trim().min(1, "Give the step a title.").max(limits.step_title_chars_max),
  blocks: z.array(blockSchema).max(limits.step_blocks_max),
  next_label: z.string().trim().min(1).max(40).optional(),
};

export const stepSchema = z.discriminatedUnion("kind", [
  z.strictObject({ ...stepTexts, kind: z.literal("centered") }),
  z.strictObject({
    ...stepTexts,
    kind: z.literal("anchored"),
    target: targetSchema,
    placement: z.enum(PLACEMENTS).default("auto"),
    wait_ms: z.int().min(1).max(limits.step_wait_ms_max).default(limits.step_wait_ms_default),
    on_missing: z.enum(MISSING_TARGET_POLICIES).default("skip"),
    interaction: z.enum(["allow", "block"]).default("allow"),
    advance_on_click: z.boolean().default(false),
  }),
]);

export const tourBodySchema = z.strictObject({
  type: z.literal("tour"),
  steps: z
    .array(stepSchema)
    .min(1, "A tour needs at least one step.")
    .max(limits.steps_max)
    .refine((steps) => new Set(steps.map((step) => step.id)).size === steps.length, "Two steps have the same id."),
  suppression: z
    .strictObject({
      offered: z.boolean().default(true),
      days: z.int().min(1).max(limits.suppression_days_max).default(limits.suppression_days_default),
    })
    .prefault({}),
  celebrate_on_completed: z.enum(CELEBRATION_PRESETS).optional(),
});

const patternSchema = z.string().trim().min(1).max(limits.url_pattern_chars_max);

export const frequencySchema = z
  .strictObject({
    mode: z.enum(FREQUENCY_MODES),
    every_days: z.int().min(1).max(limits.rule_days_max).optional(),
    cooldown_hours: z.number().positive().max(limits.cooldown_hours_max).optional(),
  })
  .refine(({ mode, every_days }) => (mode === "every") === (every_days !== undefined), {
    path: ["every_days"],
    message: "Say after how many days it comes again, for the mode every and no other.",
  });

const wallTimeSchema = z
  .string()
  .refine((text) => isWallTime(text), "Write the time as 2026-12-31T09:30, without a zone.");

export const scheduleSchema = z
  .strictObject({
    starts_at: wallTimeSchema.optional(),
    ends_at: wallTimeSchema.optional(),
    zone: z.enum(["utc", "person"]).default("utc"),
  })
  .refine(
    ({ starts_at, ends_at }) => starts_at === undefined || ends_at === undefined || starts_at < ends_at,
    "It ends before it starts.",
  );

export const editionSchema = z.strictObject({
  body: z.discriminatedUnion("type", [tourBodySchema]),
  targeting: z
    .strictObject({
      urls: z
        .strictObject({
          include: z.array(patternSchema).max(limits.url_patterns_max).default([]),
          exclude: z.array(patternSchema).max(limits.url_patterns_max).default([]),
        })
        .prefault({}),
      audience: ruleSchema.optional(),
      people: z.enum(["identified", "anonymous"]).optional(),
    })
    .prefault({}),
  trigger: z
    .discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("automatic") }),
      z.strictObject({ kind: z.literal("manual") }),
      z.strictObject({ kind: z.literal("link") }),
      z.strictObject({ kind: z.literal("event"), event: z.string().min(1).max(200) }),
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
  priority: z.int().min(-100).max(100).default(0),
  tags: z.array(z.string().trim().min(1).max(limits.tag_chars_max)).max(limits.tags_max).default([]),
}) satisfies z.ZodType<Edition>;

export const slugSchema = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Use lower-case letters and digits, parted by single dashes.")
  .max(limits.slug_chars_max);

export const contentNameSchema = z.string().trim().min(1, "Give it a name.").max(limits.content_name_chars_max);

/**
 * A content as a file: what `fanfare serve --import` reads and an export writes.
 *
 * @example
 * { "contents": [{ "slug": "welcome", "name": "Welcome", "edition": { "body": { "type": "tour", "steps": [] } } }] }
 */
export interface ContentFile {
  readonly contents: readonly { readonly slug: string; readonly name: string; readonly edition: Edition }[];
}

export const contentFileSchema = z.strictObject({
  contents: z.array(z.strictObject({ slug: slugSchema, name: contentNameSchema, edition: editionSchema })).max(500),
}) satisfies z.ZodType<ContentFile>;
