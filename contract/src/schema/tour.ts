import { z } from "zod";
import { limits } from "../limits.ts";
import { PLACEMENTS } from "../target.ts";
import { MISSING_TARGET_POLICIES, type TourBody } from "../tour.ts";
import { blocksSchema } from "./block.ts";
import { choicesShape } from "./choices.ts";
import { haveOwnIds, stationIdSchema } from "./panel.ts";
import { targetSchema, waitSchema } from "./target.ts";

const stepTexts = {
  id: stationIdSchema,
  title: z.string().trim().min(1, "Give the step a title.").max(limits.step_title_chars_max),
  blocks: blocksSchema,
  next_label: z.string().trim().min(1).max(limits.button_label_chars_max).optional(),
};

export const stepSchema = z.discriminatedUnion("kind", [
  z.strictObject({ ...stepTexts, kind: z.literal("centered") }),
  z.strictObject({
    ...stepTexts,
    kind: z.literal("anchored"),
    target: targetSchema,
    placement: z.enum(PLACEMENTS).default("auto"),
    wait_ms: waitSchema,
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
    .refine(haveOwnIds, "Two steps have the same id."),
  ...choicesShape(true),
}) satisfies z.ZodType<TourBody>;
