import { z } from "zod";
import type { Block } from "../block.ts";
import { limits } from "../limits.ts";
import { imageSchema, linkSchema } from "./link.ts";
import { worded } from "./wording.ts";

export const spanSchema = z.strictObject({
  text: worded(z.string().min(1, "Write some text.").max(limits.step_text_chars_max)),
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
]) satisfies z.ZodType<Block>;

export const blocksSchema = z.array(blockSchema).max(limits.step_blocks_max);
