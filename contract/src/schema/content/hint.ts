import { z } from "zod";
import { HINT_FORMS, type HintBody } from "../../content/hint.ts";
import { PLACEMENTS } from "../../target/target.ts";
import { closeShape, dismissalShape } from "./dismissal.ts";
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
    ...dismissalShape(true),
    ...closeShape,
  })
  .refine(({ form, panel }) => form !== "tooltip" || panel.button === undefined, {
    path: ["panel", "button"],
    message: "A tooltip closes when the pointer leaves, so it can't have buttons. Use a hotspot.",
  })
  .refine((body) => body.form === "popover" || body.escape === undefined, {
    path: ["escape"],
    message: "Only popovers can stay open on Escape.",
  }) satisfies z.ZodType<HintBody>;
