import { z } from "zod";
import { CELEBRATION_PRESETS } from "../../content/celebration-preset.ts";
import { limits } from "../../limits.ts";

const reachSchema = z.discriminatedUnion("scope", [
  z.strictObject({ scope: z.literal("content") }),
  z.strictObject({ scope: z.literal("tag"), tag: z.string().trim().min(1).max(limits.tag_chars_max) }),
  z.strictObject({ scope: z.literal("all") }),
]);

/** Part of bodies that Escape can be prevented from closing. */
export const closeShape = { escape: z.literal("stays").optional() };

/** Dismissal options, part of every body. `offered` is the default. */
export const dismissalShape = (offered: boolean) => ({
  suppression: z
    .strictObject({
      offered: z.boolean().default(offered),
      every_step: z.literal(true).optional(),
      days: z.int().min(1).max(limits.suppression_days_max).default(limits.suppression_days_default),
      reach: reachSchema.optional(),
      snooze_hours: z.int().min(1).max(limits.snooze_hours_max).optional(),
    })
    .prefault({}),
  celebrate_on_completed: z.enum(CELEBRATION_PRESETS).optional(),
});
