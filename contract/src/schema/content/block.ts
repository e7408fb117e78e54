import { z } from "zod";
import type { Block } from "../../content/block.ts";
import { limits } from "../../limits.ts";
import { imageSchema, linkSchema } from "./link.ts";
import { textWithVariables } from "./text.ts";

const spanSchema = z.strictObject({
  text: textWithVariables(z.string().min(1, "Enter text.").max(limits.step_text_chars_max)),
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  code: z.boolean().optional(),
  href: linkSchema.optional(),
});

const blockSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("paragraph"),
    spans: z.array(spanSchema).min(1).max(limits.paragraph_spans_max),
    format: z.enum(["heading", "quote"]).optional(),
  }),
  z.strictObject({
    kind: z.literal("list"),
    ordered: z.boolean(),
    items: z.array(z.array(spanSchema).min(1).max(limits.list_item_spans_max)).min(1).max(limits.list_items_max),
  }),
  z
    .strictObject({
      kind: z.literal("image"),
      url: imageSchema,
      alt: z.string().max(limits.picture_alt_chars_max),
      decorative: z.boolean().optional(),
    })
    .refine(({ alt, decorative }) => alt !== "" || decorative === true, {
      error: "Describe the image for people who can't see it, or mark it as decorative.",
      path: ["alt"],
    }),
]) satisfies z.ZodType<Block>;

export const blocksSchema = z.array(blockSchema).max(limits.step_blocks_max);
