import { z } from "zod";
import { HINT_FORMS, type HintBody } from "../hint.ts";
import { PLACEMENTS } from "../target.ts";
import { choicesShape, closingShape } from "./choices.ts";
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
    ...closingShape,
  })
  .refine(({ form, panel }) => form !== "tooltip" || panel.button === undefined, {
    path: ["panel", "button"],
    message: "A tooltip goes when the pointer leaves, so it can hold no button. Use a hotspot.",
  })
  .refine((body) => body.form === "popover" || body.escape === undefined, {
    path: ["escape"],
    message: "Only a popover can stay at Escape: a tooltip has no cross, and the card of a hotspot is only put away.",
  }) satisfies z.ZodType<HintBody>;
