import { z } from "zod";
import {
  type AnswerCondition,
  type Question,
  RATING_LOOKS,
  SURVEY_FORMS,
  type SurveyBody,
  scaleOf,
} from "../../content/survey.ts";
import { OTHER_OPTION } from "../../content/survey-flow.ts";
import { limits } from "../../limits.ts";
import { elementPositionSchema } from "./announcement.ts";
import { blocksSchema } from "./block.ts";
import { closeShape, dismissalShape } from "./dismissal.ts";
import { NEVER_SAVABLE } from "./draft.ts";
import { haveUniqueIds, positionIdSchema, titleSchema } from "./panel.ts";

const conditionSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("any") }),
  z.strictObject({ kind: z.literal("unanswered") }),
  z.strictObject({ kind: z.literal("numbers"), from: z.int(), to: z.int() }),
  z.strictObject({
    kind: z.literal("options"),
    options: z
      .array(positionIdSchema)
      .min(1, "Select an answer.")
      .max(limits.choice_options_max + 1),
  }),
]);
const questionShape = {
  id: positionIdSchema,
  title: titleSchema,
  required: z.boolean().default(false),
  branches: z
    .array(z.strictObject({ when: conditionSchema, go_to: positionIdSchema.nullable() }))
    .max(limits.branches_max)
    .optional(),
};
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

const thanksShape = { title: titleSchema, blocks: blocksSchema.default([]) };

const bodySchema = z.strictObject({
  type: z.literal("survey"),
  form: z.enum(SURVEY_FORMS).default("corner"),
  position: elementPositionSchema.optional(),
  share_by_link: z.literal(true).optional(),
  anonymous: z.literal(true).optional(),
  title: titleSchema,
  blocks: blocksSchema.default([]),
  questions: z
    .array(questionSchema)
    .min(1, "Add at least one question.")
    .max(limits.questions_max)
    .refine(haveUniqueIds, { error: "Two questions have the same ID.", params: NEVER_SAVABLE }),
  thanks: z.strictObject(thanksShape).optional(),
  endings: z
    .array(
      z.strictObject({ id: positionIdSchema, question_id: positionIdSchema, when: conditionSchema, ...thanksShape }),
    )
    .max(limits.endings_max)
    .refine(haveUniqueIds, { error: "Two thank-you messages have the same ID.", params: NEVER_SAVABLE })
    .optional(),
  ...dismissalShape(false),
  ...closeShape,
});

export const surveyBodySchema = bodySchema.superRefine(
  ({ questions, endings = [], anonymous, share_by_link, form, position }, context) => {
    const refuse = (message: string, ...path: readonly (string | number)[]): void =>
      context.addIssue({ code: "custom", message, path: [...path] });
    if ((form === "inline") !== (position !== undefined)) {
      refuse(POSITION_MESSAGES[form === "inline" ? "missing" : "unused"], "position");
    }
    if (anonymous && !share_by_link) {
      refuse("Share the survey by link. Anonymous surveys are answered only there.", "anonymous");
    }
    for (const [index, question] of questions.entries()) {
      for (const [at, { when, go_to }] of (question.branches ?? []).entries()) {
        const path = ["questions", index, "branches", at];
        if (!suits(question, when)) refuse(UNSUITABLE, ...path, "when");
        if (go_to !== null && !questions.slice(index + 1).some(({ id }) => id === go_to)) {
          refuse("Select a later question, or the end.", ...path, "go_to");
        }
      }
    }
    for (const [index, { question_id, when }] of endings.entries()) {
      const question = questions.find(({ id }) => id === question_id);
      if (question === undefined) refuse("Select a question.", "endings", index, "question_id");
      else if (!suits(question, when)) refuse(UNSUITABLE, "endings", index, "when");
    }
  },
) satisfies z.ZodType<SurveyBody>;

const POSITION_MESSAGES = {
  missing: "Select where on the page the survey is.",
  unused: "Only inline surveys have a position on the page.",
} as const;

const UNSUITABLE = "Select a condition that fits the question.";

/** Whether answers to the question can meet the condition. */
function suits(question: Question, when: AnswerCondition): boolean {
  switch (when.kind) {
    case "any":
    case "unanswered":
      return true;
    case "numbers": {
      const scale = scaleOf(question);
      return scale !== undefined && when.from <= when.to && when.from <= scale.high && when.to >= scale.low;
    }
    case "options":
      return (
        "options" in question &&
        when.options.every((id) => id === OTHER_OPTION || question.options.some((each) => each.id === id))
      );
  }
}
