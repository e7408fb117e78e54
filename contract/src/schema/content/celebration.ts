import { z } from "zod";
import type { CelebrationBody } from "../../content/celebration.ts";
import { CELEBRATION_PRESETS } from "../../content/celebration-preset.ts";
import { limits } from "../../limits.ts";
import { dismissalShape } from "./dismissal.ts";

export const celebrationBodySchema = z.strictObject({
  type: z.literal("celebration"),
  preset: z.enum(CELEBRATION_PRESETS),
  message: z.string().trim().min(1).max(limits.notice_text_chars_max).optional(),
  colors: z
    .array(z.string().regex(/^#[0-9a-f]{6}$/i, "Enter a hex color, such as #5336e2."))
    .min(1)
    .max(limits.celebration_colors_max)
    .optional(),
  intensity: z.number().min(0.1).max(2).optional(),
  ...dismissalShape(false),
}) satisfies z.ZodType<CelebrationBody>;
