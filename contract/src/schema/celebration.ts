import { z } from "zod";
import { CELEBRATION_PRESETS, type CelebrationBody } from "../celebration.ts";
import { limits } from "../limits.ts";
import { choicesShape } from "./choices.ts";

export const celebrationBodySchema = z.strictObject({
  type: z.literal("celebration"),
  preset: z.enum(CELEBRATION_PRESETS),
  message: z.string().trim().min(1).max(limits.notice_text_chars_max).optional(),
  colors: z
    .array(z.string().regex(/^#[0-9a-f]{6}$/i, "Use #rrggbb."))
    .min(1)
    .max(limits.celebration_colors_max)
    .optional(),
  intensity: z.number().min(0.1).max(2).optional(),
  ...choicesShape(false),
}) satisfies z.ZodType<CelebrationBody>;
