import { z } from "zod";
import type { Panel } from "../../content/panel.ts";
import { limits } from "../../limits.ts";
import { slugSchema } from "../slug.ts";
import { blocksSchema } from "./block.ts";
import { linkSchema } from "./link.ts";
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

export const buttonSchema = z.strictObject({
  label: buttonLabelSchema,
  action: z.discriminatedUnion("kind", [...actionSchemas]),
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
