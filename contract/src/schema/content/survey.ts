import { z } from "zod";
import { OTHER_OPTION, RATING_LOOKS, type SurveyBody } from "../../content/survey.ts";
import { limits } from "../../limits.ts";
import { blocksSchema } from "./block.ts";
import { closeShape, dismissalShape } from "./dismissal.ts";
import { NEVER_SAVABLE } from "./draft.ts";
import { haveUniqueIds, positionIdSchema, titleSchema } from "./panel.ts";

const questionShape = { id: positionIdSchema, title: titleSchema, required: z.boolean().default(false) };
const endLabel = z.string().trim().max(limits.button_label_chars_max).default("");
const ends = { low_label: endLabel, high_label: endLabel };

const optionsSchema = (min: number) =>
  z
    .array(z.strictObject({ id: positionIdSchema, label: titleSchema }))
    .min(min, min === 1 ? "Add at least one row." : "Add at least two answers.")
    .max(limits.choice_options_max)
    .refine(haveUniqueIds, { error: "Two answers have the same ID.", params: NEVER_SAVABLE });
const look = z.enum(RATING_LOOKS).default("numbers");
const placeholder = z.string().trim().max(limits.step_title_chars_max).optional();
const shuffled = z.boolean().optional();

const choiceSchema = z
  .strictObject({
    ...questionShape,
    kind: z.literal("choice"),
    options: optionsSchema(2),
    several: z.boolean().default(false),
    shuffled,
    other_label: titleSchema.optional(),
  })
  .refine(({ options, other_label }) => other_label === undefined || options.every(({ id }) => id !== OTHER_OPTION), {
    error: "The ID “other” is reserved for people’s own answers.",
    path: ["options"],
    params: NEVER_SAVABLE,
  });

const questionSchema = z.discriminatedUnion("kind", [
  z.strictObject({ ...questionShape, kind: z.literal("nps"), ...ends }),
  z.strictObject({ ...questionShape, kind: z.literal("csat"), look, ...ends }),
  z.strictObject({ ...questionShape, kind: z.literal("ces"), ...ends }),
  z.strictObject({
    ...questionShape,
    kind: z.literal("rating"),
    scale: z.int().min(2).max(limits.rating_scale_max).default(5),
    look,
    ...ends,
  }),
  choiceSchema,
  z.strictObject({
    ...{ ...questionShape, kind: z.literal("matrix") },
    ...{ rows: optionsSchema(1), columns: optionsSchema(2).max(limits.matrix_columns_max) },
  }),
  z.strictObject({ ...questionShape, kind: z.literal("ranking"), options: optionsSchema(2), shuffled }),
  z.strictObject({ ...questionShape, kind: z.literal("text"), long: z.boolean().default(true), placeholder }),
  z.strictObject({ ...questionShape, kind: z.literal("email"), placeholder }),
  z.strictObject({ ...questionShape, kind: z.literal("date") }),
]);

export const surveyBodySchema = z.strictObject({
  type: z.literal("survey"),
  form: z.enum(["corner", "modal"]).default("corner"),
  title: titleSchema,
  blocks: blocksSchema.default([]),
  questions: z
    .array(questionSchema)
    .min(1, "Add at least one question.")
    .max(limits.questions_max)
    .refine(haveUniqueIds, { error: "Two questions have the same ID.", params: NEVER_SAVABLE }),
  thanks: z.strictObject({ title: titleSchema, blocks: blocksSchema.default([]) }).optional(),
  ...dismissalShape(false),
  ...closeShape,
}) satisfies z.ZodType<SurveyBody>;
