import { z } from "zod";
import {
  CORNERS,
  EDGES,
  MISSING_TARGET_POLICIES,
  STEP_BUTTON_STYLES,
  type Step,
  type TourBody,
} from "../../content/tour.ts";
import { limits } from "../../limits.ts";
import { PLACEMENTS } from "../../target/target.ts";
import { blocksSchema } from "./block.ts";
import { closeShape, dismissalShape } from "./dismissal.ts";
import { NEVER_SAVABLE } from "./draft.ts";
import {
  actionNameSchema,
  buttonActionSchemas,
  buttonLabelSchema,
  buttonShape,
  haveUniqueIds,
  positionIdSchema,
} from "./panel.ts";
import { buttonRuleSchema, pageRuleSchema } from "./rule.ts";
import { targetSchema, waitSchema } from "./target.ts";
import { textWithVariables } from "./text.ts";

const stepButtonSchema = z.strictObject({
  ...buttonShape,
  condition: z.strictObject({ rule: buttonRuleSchema, otherwise: z.enum(["hide", "disable"]) }).optional(),
  style: z.enum(STEP_BUTTON_STYLES).optional(),
  action: z.discriminatedUnion("kind", [
    ...buttonActionSchemas,
    z.strictObject({ kind: z.literal("next") }),
    z.strictObject({ kind: z.literal("back") }),
    z.strictObject({ kind: z.literal("go_to"), step_id: positionIdSchema }),
    z.strictObject({ kind: z.literal("finish") }),
    z.strictObject({ kind: z.literal("close") }),
  ]),
});

const pageAdvances = [
  z.strictObject({ kind: z.literal("event"), event: z.string().min(1).max(limits.event_name_chars_max) }),
  z.strictObject({ kind: z.literal("url"), pattern: z.string().trim().min(1).max(limits.url_pattern_chars_max) }),
  z.strictObject({
    kind: z.literal("delay"),
    after_ms: z.int().min(limits.advance_delay_ms_min).max(limits.advance_delay_ms_max),
  }),
] as const;
const advanceSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("click") }),
  z.strictObject({ kind: z.literal("input") }),
  ...pageAdvances,
]);
const pageAdvanceSchema = z.discriminatedUnion("kind", [...pageAdvances], {
  error: "Only steps with a target can advance on click or input. Use event, url, or delay.",
});

const stepBase = {
  id: positionIdSchema,
  title: textWithVariables(z.string().trim().min(1, "Enter a title for the step.").max(limits.step_title_chars_max)),
  blocks: blocksSchema,
  next_label: buttonLabelSchema.optional(),
  buttons: z.array(stepButtonSchema).max(limits.step_buttons_max).optional(),
  skip_if: pageRuleSchema.optional(),
  prepare: actionNameSchema.optional(),
};
const advance = z.array(pageAdvanceSchema).max(limits.step_advances_max).optional();

const anchoredSchema = z
  .strictObject({
    ...stepBase,
    kind: z.literal("anchored"),
    target: targetSchema,
    placement: z.enum(PLACEMENTS).default("auto"),
    wait_ms: waitSchema,
    on_missing: z.enum(MISSING_TARGET_POLICIES).default("skip"),
    interaction: z.enum(["allow", "block"]).default("allow"),
    advance: z.array(advanceSchema).max(limits.step_advances_max).optional(),
    highlights: z.array(targetSchema).max(limits.step_highlights_max).optional(),
    scroll: z.enum(["auto", "none"]).optional(),
    scroll_margin_px: z.int().min(0).max(limits.scroll_margin_px_max).optional(),
    advance_on_click: z.boolean().optional().meta({
      deprecated: true,
      description: "How versions older than `advance` specify that a click advances the tour.",
    }),
  })
  .transform(({ advance_on_click, ...step }) =>
    advance_on_click === true && step.advance === undefined ? { ...step, advance: [{ kind: "click" as const }] } : step,
  );

const stepSchema = z.discriminatedUnion("kind", [
  z.strictObject({ ...stepBase, kind: z.literal("centered"), advance }),
  z.strictObject({ ...stepBase, kind: z.literal("corner"), corner: z.enum(CORNERS).default("bottom_end"), advance }),
  z.strictObject({ ...stepBase, kind: z.literal("banner"), edge: z.enum(EDGES).default("top"), advance }),
  anchoredSchema,
]);

const stepsSchema = z
  .array(stepSchema)
  .min(1, "Add at least one step.")
  .max(limits.steps_max)
  .refine(haveUniqueIds, { error: "Two steps have the same ID.", params: NEVER_SAVABLE })
  .superRefine((steps: readonly Step[], context) => {
    for (const [index, { buttons = [] }] of steps.entries()) {
      for (const [at, { action }] of buttons.entries()) {
        if (action.kind !== "go_to" || steps.some(({ id }) => id === action.step_id)) continue;
        const path = [index, "buttons", at, "action", "step_id"];
        context.addIssue({
          code: "custom",
          path,
          message: "This step doesn't exist. Select the step that the button opens.",
        });
      }
    }
  });

export const tourBodySchema = z.strictObject({
  type: z.literal("tour"),
  steps: stepsSchema,
  ...dismissalShape(true),
  ...closeShape,
}) satisfies z.ZodType<TourBody>;
