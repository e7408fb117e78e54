import { z } from "zod";
import { limits } from "../limits.ts";
import { RATING_LOOKS, type SurveyBody } from "../survey.ts";
import { blocksSchema } from "./block.ts";
import { choicesShape, closingShape } from "./choices.ts";
import { NEVER_KEPT } from "./draft.ts";
import { haveOwnIds, stationIdSchema, titleSchema } from "./panel.ts";

const questionShape = { id: stationIdSchema, title: titleSchema, required: z.boolean().default(false) };
const endLabel = z.string().trim().max(limits.button_label_chars_max).default("");
const ends = { low_label: endLabel, high_label: endLabel };

const questionSchema = z.discriminatedUnion("kind", [
  z.strictObject({ ...questionShape, kind: z.literal("nps"), ...ends }),
  z.strictObject({
    ...questionShape,
    kind: z.literal("rating"),
    scale: z.int().min(2).max(limits.rating_scale_max).default(5),
    look: z.enum(RATING_LOOKS).default("numbers"),
    ...ends,
  }),
  z.strictObject({
    ...questionShape,
    kind: z.literal("choice"),
    options: z
      .array(z.strictObject({ id: stationIdSchema, label: titleSchema }))
      .min(2, "Offer at least two answers.")
      .max(limits.choice_options_max)
      .refine(haveOwnIds, { error: "Two answers have the same id.", params: NEVER_KEPT }),
    several: z.boolean().default(false),
  }),
  z.strictObject({
    ...questionShape,
    kind: z.literal("text"),
    long: z.boolean().default(true),
    placeholder: z.string().trim().max(limits.step_title_chars_max).optional(),
  }),
]);

export const surveyBodySchema = z.strictObject({
  type: z.literal("survey"),
  form: z.enum(["corner", "modal"]).default("corner"),
  title: titleSchema,
  blocks: blocksSchema.default([]),
  questions: z
    .array(questionSchema)
    .min(1, "A survey needs at least one question.")
    .max(limits.questions_max)
    .refine(haveOwnIds, { error: "Two questions have the same id.", params: NEVER_KEPT }),
  thanks: z.strictObject({ title: titleSchema, blocks: blocksSchema.default([]) }).optional(),
  ...choicesShape(false),
  ...closingShape,
}) satisfies z.ZodType<SurveyBody>;
