import { z } from "zod";
import { CELEBRATION_PRESETS } from "../../content/celebration-preset.ts";
import type { Panel, SideAction } from "../../content/panel.ts";
import { EVENT_NAMES } from "../../events/events.ts";
import { limits } from "../../limits.ts";
import { keySchema } from "../client/v1.ts";
import { slugSchema } from "../slug.ts";
import { blocksSchema } from "./block.ts";
import { linkSchema } from "./link.ts";
import { buttonRuleSchema } from "./rule.ts";
import { textWithVariables } from "./text.ts";

export const positionIdSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "Use up to 64 letters, digits, _, and -.");

export const titleSchema = textWithVariables(
  z.string().trim().min(1, "Enter a title.").max(limits.step_title_chars_max),
);

export const buttonLabelSchema = z.string().trim().min(1, "Enter a button label.").max(limits.button_label_chars_max);

/** Name of a host action: `fanfare.action(name, fn)`. */
export const actionNameSchema = z
  .string()
  .regex(/^[A-Za-z][\w.-]*$/, "Start with a letter, then use letters, digits, _, -, and dots.")
  .max(limits.action_name_chars_max);

export const actionSchemas = [
  z.strictObject({ kind: z.literal("link"), href: linkSchema }),
  z.strictObject({ kind: z.literal("host"), name: actionNameSchema }),
  z.strictObject({ kind: z.literal("start"), content: slugSchema }),
] as const;

export const buttonActionSchemas = [
  ...actionSchemas,
  z.strictObject({ kind: z.literal("stay") }),
  z.strictObject({ kind: z.literal("suppress") }),
  z.strictObject({ kind: z.literal("snooze"), hours: z.int().min(1).max(limits.snooze_hours_max) }),
] as const;

/** Names that the SDK gives to its own events, on the server or in the page (`fanfare.on`). */
const RESERVED_EVENTS: readonly string[] = [
  ...EVENT_NAMES,
  ...["ready", "message", "connection", "suppressions", "unread", "changed", "identity_expired"],
];

const sideActionSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("host"), name: actionNameSchema }),
  z.strictObject({
    kind: z.literal("track"),
    event: z
      .string()
      .trim()
      .min(1, "Enter an event name.")
      .max(limits.event_name_chars_max)
      .refine((name) => !RESERVED_EVENTS.includes(name), "Fanfare uses this name for an event of its own."),
  }),
  z.strictObject({
    kind: z.literal("set_attribute"),
    name: keySchema,
    value: z.union([z.string().max(limits.attribute_text_chars_max), z.number(), z.boolean()]),
  }),
  z.strictObject({ kind: z.literal("celebrate"), preset: z.enum(CELEBRATION_PRESETS) }),
  z.strictObject({
    kind: z.literal("copy"),
    text: textWithVariables(z.string().min(1, "Enter text.").max(limits.copy_text_chars_max)),
  }),
  z.strictObject({ kind: z.literal("resource_center"), content: slugSchema }),
]) satisfies z.ZodType<SideAction>;

/** Part of every button. */
export const buttonShape = {
  label: buttonLabelSchema,
  before: z.array(sideActionSchema).min(1).max(limits.button_side_actions_max).optional(),
};

export const buttonSchema = z.strictObject({
  ...buttonShape,
  condition: z.strictObject({ rule: buttonRuleSchema, otherwise: z.literal("hide") }).optional(),
  action: z.discriminatedUnion("kind", [...buttonActionSchemas]),
});

export const panelSchema = z.strictObject({
  id: positionIdSchema,
  title: titleSchema,
  blocks: blocksSchema.default([]),
  button: buttonSchema.optional(),
}) satisfies z.ZodType<Panel>;

/** Funnels and resumed runs refer to positions by ID. */
export const haveUniqueIds = (list: readonly { readonly id: string }[]): boolean =>
  new Set(list.map(({ id }) => id)).size === list.length;
