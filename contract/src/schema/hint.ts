import { z } from "zod";
import { HINT_FORMS, type HintBody } from "../hint.ts";
import { PLACEMENTS } from "../target.ts";
import { choicesShape } from "./choices.ts";
import { panelSchema } from "./panel.ts";
import { targetSchema, waitSchema } from "./target.ts";

export const hintBodySchema = z
  .strictObject({
    type: z.literal("hint"),
    form: z.enum(HINT_FORMS),
    panel: panelSchema,
    target: targetSchema,
    placement: z.enum(PLACEMENTS).default("auto"),
    wait_ms: waitSchema,
    ...choicesShape(true),
  })
  .refine(({ form, panel }) => form !== "tooltip" || panel.button === undefined, {
    path: ["panel", "button"],
    message: "A tooltip goes when the pointer leaves, so it can hold no button. Use a hotspot.",
  }) satisfies z.ZodType<HintBody>;
