import { z } from "zod";
import type { AnsweredQuestion, AnswersPage, AnswersSummary, SurveyAnswer } from "../../analytics/survey-answers.ts";
import { exactSchema, readonlyArray } from "../exact-schema.ts";
import { answerSchema, netPromotersSchema } from "../shared-schemas.ts";
import { runPersonSchema } from "./run.ts";

const questionSummarySchema = z.strictObject({ id: z.string(), title: z.string(), answered: z.number() });

const answeredQuestionSchema = exactSchema<AnsweredQuestion>("AnsweredQuestion")(
  z.union([
    z.strictObject({
      ...questionSummarySchema.shape,
      kind: z.literal("nps"),
      counts: readonlyArray(z.number()),
      ...netPromotersSchema.shape,
    }),
    z.strictObject({
      ...questionSummarySchema.shape,
      kind: z.literal("rating"),
      scale: z.number(),
      counts: readonlyArray(z.number()),
      mean: z.number().nullable(),
    }),
    z.strictObject({
      ...questionSummarySchema.shape,
      kind: z.literal("choice"),
      several: z.boolean(),
      options: readonlyArray(z.strictObject({ id: z.string(), label: z.string(), answers: z.number() })),
    }),
    z.strictObject({ ...questionSummarySchema.shape, kind: z.literal("text") }),
    z.strictObject({ ...questionSummarySchema.shape, kind: z.literal("removed") }),
  ]),
);

export const answersSummarySchema = exactSchema<AnswersSummary>("AnswersSummary")(
  z.strictObject({ questions: readonlyArray(answeredQuestionSchema) }),
);

const surveyAnswerSchema = exactSchema<SurveyAnswer>("GivenAnswer")(
  z.strictObject({
    run_id: z.string(),
    person: runPersonSchema,
    version: z.number(),
    answer: answerSchema,
    answered_at: z.iso.datetime(),
  }),
);

export const answersPageSchema = exactSchema<AnswersPage>("AnswersPage")(
  z.strictObject({ items: readonlyArray(surveyAnswerSchema), next: z.string().nullable() }),
);
