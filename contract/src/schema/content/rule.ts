import { z } from "zod";
import { limits } from "../../limits.ts";
import { parseAttributeDate } from "../../people/attribute.ts";
import { ELEMENT_STATES, type PageRule } from "../../targeting/page-rule.ts";
import { ATTRIBUTE_OWNERS, CONTENT_STATES, DEVICES, type Rule, type SegmentRule } from "../../targeting/rule.ts";
import { externalIdSchema, keySchema } from "../client/v1.ts";
import { NEVER_SAVABLE } from "./draft.ts";

const textSchema = z.string().min(1, "Enter a value.").max(limits.attribute_text_chars_max);
const daysSchema = z.int().min(1).max(limits.rule_days_max);
const dateSchema = z
  .string()
  .refine(
    (text) => parseAttributeDate(text) !== undefined,
    "Enter a day, such as 2026-12-31, or a date and time with a time zone.",
  );

const dateTestSchema = z.union([
  z.strictObject({ type: z.literal("date"), op: z.enum(["before", "after"]), value: dateSchema }),
  z.strictObject({ type: z.literal("date"), op: z.enum(["within_days", "longer_ago_days"]), days: daysSchema }),
]);

const attributeTestSchema = z.union([
  z.strictObject({
    type: z.literal("text"),
    op: z.enum(["is", "is_not", "contains", "not_contains", "starts_with", "ends_with"]),
    value: textSchema,
  }),
  z.strictObject({
    type: z.literal("text"),
    op: z.enum(["one_of", "none_of"]),
    values: z.array(textSchema).min(1, "Add at least one value.").max(limits.rule_values_max),
  }),
  z.strictObject({
    type: z.literal("number"),
    op: z.enum(["is", "is_not", "less", "at_most", "more", "at_least"]),
    value: z.number(),
  }),
  z
    .strictObject({ type: z.literal("number"), op: z.literal("between"), min: z.number(), max: z.number() })
    .refine(({ min, max }) => min <= max, "Enter the smaller number first."),
  z.strictObject({ type: z.literal("boolean"), op: z.literal("is"), value: z.boolean() }),
  dateTestSchema,
  z.strictObject({ type: z.literal("list"), op: z.enum(["has", "has_not"]), value: textSchema }),
  z.strictObject({ type: z.literal("any"), op: z.enum(["is_set", "is_not_set"]) }),
]);

/** Tests of an event's properties. */
export const propertyTestsSchema = z
  .array(z.strictObject({ name: z.string().min(1).max(limits.attribute_key_chars_max), test: attributeTestSchema }))
  .max(limits.rule_props_max);

const eventFilter = {
  name: z.string().min(1, "Select an event.").max(limits.event_name_chars_max),
  props: propertyTestsSchema.min(1).optional(),
};
const eventFilterSchema = z.strictObject(eventFilter);

const countSchema = z.strictObject({
  op: z.enum(["at_least", "at_most", "exactly"]),
  times: z.int().min(0).max(limits.rule_event_times_max),
});

const clockSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time, such as 09:30.");

/** About the person and their device, without history or references to other things. */
const factLeaves = [
  z.strictObject({
    kind: z.literal("attribute"),
    of: z.enum(ATTRIBUTE_OWNERS).default("person"),
    name: keySchema,
    test: attributeTestSchema,
  }),
  z.strictObject({ kind: z.literal("group"), external_id: externalIdSchema }),
  z.strictObject({ kind: z.literal("device"), devices: z.array(z.enum(DEVICES)).min(1).max(DEVICES.length) }),
  z.strictObject({
    kind: z.literal("locale"),
    locales: z
      .array(
        z
          .string()
          .regex(
            /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/,
            "Enter a language, such as de, or a language and region, such as de-CH.",
          ),
      )
      .min(1)
      .max(limits.rule_values_max),
  }),
] as const;

const leaves = [
  ...factLeaves,
  z.strictObject({ kind: z.literal("segment"), segment_id: z.string().min(1).max(limits.id_chars_max) }),
  z.strictObject({
    kind: z.literal("event"),
    ...eventFilter,
    count: countSchema,
    within_days: daysSchema.optional(),
  }),
  z.strictObject({
    kind: z.literal("event_time"),
    event: eventFilterSchema,
    which: z.enum(["first", "last"]),
    test: dateTestSchema,
  }),
  z.strictObject({
    kind: z.literal("event_sequence"),
    first: eventFilterSchema,
    next: eventFilterSchema,
    within_days: daysSchema,
  }),
  z.strictObject({
    kind: z.literal("group_event"),
    name: eventFilter.name,
    count: countSchema,
    within_days: daysSchema.optional(),
  }),
  z.strictObject({
    kind: z.literal("group_event_time"),
    name: eventFilter.name,
    which: z.enum(["first", "last"]),
    test: dateTestSchema,
  }),
  z.strictObject({
    kind: z.literal("content"),
    content_id: z.string().min(1).max(limits.id_chars_max),
    state: z.enum(CONTENT_STATES),
  }),
  z
    .strictObject({
      kind: z.literal("time"),
      days: z.array(z.int().min(1).max(7)).min(1).max(7).optional(),
      from: clockSchema.optional(),
      to: clockSchema.optional(),
      zone: z.enum(["utc", "person"]).default("utc"),
    })
    .refine(
      ({ from, to }) => (from === undefined) === (to === undefined),
      "Enter both a start and an end time, or neither.",
    )
    .refine(({ from, to }) => from === undefined || from !== to, "Enter different start and end times.")
    .refine(({ days, from }) => days !== undefined || from !== undefined, "Select days, hours, or both."),
  z.strictObject({
    kind: z.literal("percentage"),
    percent: z.number().min(0).max(100),
    salt: z.string().min(1).max(limits.id_chars_max),
  }),
] as const;

const pageLeaves = [
  z.strictObject({ kind: z.literal("url"), pattern: z.string().trim().min(1).max(limits.url_pattern_chars_max) }),
  z.strictObject({
    kind: z.literal("element"),
    selector: z.string().trim().min(1).max(limits.target_value_chars_max),
    state: z.enum(ELEMENT_STATES).optional(),
    text: textSchema.optional(),
  }),
] as const;

const childrenOf = <Tree>(child: z.ZodType<Tree>) =>
  [
    z.strictObject({
      kind: z.enum(["and", "or"]),
      rules: z.array(child).min(1, "Add a condition.").max(limits.rule_nodes_max),
    }),
    z.strictObject({ kind: z.literal("not"), rule: child }),
  ] as const;

const personTree: z.ZodType<Rule> = z.lazy(() => z.discriminatedUnion("kind", [...leaves, ...childrenOf(personTree)]));
const definitionTree: z.ZodType<SegmentRule> = z.lazy(() =>
  z.discriminatedUnion("kind", [z.strictObject({ kind: z.literal("list") }), ...leaves, ...childrenOf(personTree)]),
);
const fullTree: z.ZodType<Rule> = z.lazy(() =>
  z.discriminatedUnion("kind", [...leaves, ...pageLeaves, ...childrenOf(fullTree)]),
);

const buttonTree: z.ZodType<Rule> = z.lazy(() =>
  z.discriminatedUnion("kind", [...factLeaves, ...pageLeaves, ...childrenOf(buttonTree)]),
);

const pageTree: z.ZodType<PageRule> = z.lazy(() =>
  z.discriminatedUnion("kind", [...pageLeaves, ...childrenOf(pageTree)]),
);

/** Check depth and size before parsing, so that oversized trees are cheap to reject. */
const bounded = <Tree>(tree: z.ZodType<Tree>) =>
  z
    .custom<unknown>((value) => fits(value), {
      error: `A rule can be up to ${limits.rule_depth_max} levels deep and have up to ${limits.rule_nodes_max} parts.`,
      params: NEVER_SAVABLE,
    })
    .pipe(tree);

/** Audience of content. */
export const ruleSchema = bounded(fullTree);
/** Rule of a segment, without page conditions: people are counted without a page. */
export const segmentRuleSchema = bounded(personTree);
/** Who is in a segment. The people of a list are edited one by one, not in its rule. */
export const segmentDefinitionSchema = bounded(definitionTree);
/** Condition of a button. */
export const buttonRuleSchema = bounded(buttonTree);
export const pageRuleSchema = bounded(pageTree);

function fits(value: unknown): boolean {
  let nodes = 0;
  const within = (node: unknown, depth: number): boolean => {
    if (typeof node !== "object" || node === null) return true;
    if (depth > limits.rule_depth_max || ++nodes > limits.rule_nodes_max) return false;
    const rules: readonly unknown[] = "rules" in node && Array.isArray(node.rules) ? node.rules : [];
    return rules.every((child) => within(child, depth + 1)) && (!("rule" in node) || within(node.rule, depth + 1));
  };
  return within(value, 1);
}
