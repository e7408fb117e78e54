import { z } from "zod";
import type { AnsweredQuestion, AnswersPage, AnswersSummary, GivenAnswer } from "../answer.ts";
import { exactly, listOf } from "./exactly.ts";
import { answerSchema, netPromotersSchema } from "./parts.ts";
import { runPersonSchema } from "./run.ts";

export const questionSummarySchema = z.strictObject({ id: z.string(), title: z.string(), answered: z.number() });

export const answeredQuestionSchema = exactly<AnsweredQuestion>("AnsweredQuestion")(
  z.union([
    z.strictObject({
      ...questionSummarySchema.shape,
      kind: z.literal("nps"),
      counts: listOf(z.number()),
      ...netPromotersSchema.shape,
    }),
    z.strictObject({
      ...questionSummarySchema.shape,
      kind: z.literal("rating"),
      scale: z.number(),
      counts: listOf(z.number()),
      mean: z.number().nullable(),
    }),
    z.strictObject({
      ...questionSummarySchema.shape,
      kind: z.literal("choice"),
      several: z.boolean(),
      options: listOf(z.strictObject({ id: z.string(), label: z.string(), answers: z.number() })),
    }),
    z.strictObject({ ...questionSummarySchema.shape, kind: z.literal("text") }),
    z.strictObject({ ...questionSummarySchema.shape, kind: z.literal("removed") }),
  ]),
);

export const answersSummarySchema = exactly<AnswersSummary>("AnswersSummary")(
  z.strictObject({ questions: listOf(answeredQuestionSchema) }),
);

export const givenAnswerSchema = exactly<GivenAnswer>("GivenAnswer")(
  z.strictObject({
    run_id: z.string(),
    person: runPersonSchema,
    version: z.number(),
    answer: answerSchema,
    answered_at: z.iso.datetime(),
  }),
);

export const answersPageSchema = exactly<AnswersPage>("AnswersPage")(
  z.strictObject({ items: listOf(givenAnswerSchema), next: z.string().nullable() }),
);
