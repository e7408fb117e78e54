import { z } from "zod";
import { QUOTA_PERIODS } from "../../../content/content.ts";
import { namedSchema, pageSchema, type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";
import { answerSchema, netPromotersSchema } from "../shared-schemas.ts";
import { runPersonSchema } from "./run.ts";

const questionSummarySchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  /** Number of runs with an answer. */
  answered: z.number(),
});

/** Null unless the query has `from` and `to`, at most 400 days apart. */
const scoreTrendSchema = responseSchema("ScoreTrend", {
  /** Days per point: 1, or 7 for long periods. */
  days: z.number(),
  /** Oldest first, without gaps. `day` is the first one, in UTC, and `answered` the answers in these days. */
  points: readonlyArray(
    z.strictObject({
      day: z.string(),
      answered: z.number(),
      /**
       * From the answers of the 30 days up to the end of the point: the Net Promoter Score, the share of satisfied
       * people, or the mean. Null without answers.
       */
      value: z.number().nullable(),
      /** 95% confidence interval of the Net Promoter Score. Null for other scores, and for a single answer. */
      interval: z.strictObject({ low: z.number(), high: z.number() }).nullable(),
    }),
  ),
}).nullable();
export type ScoreTrend = ResponseOf<typeof scoreTrendSchema>;

const scoreShape = { counts: readonlyArray(z.number()), mean: z.number().nullable(), trend: scoreTrendSchema };
const optionShape = { id: z.string(), label: z.string() };

/** A question of the draft, or one that was removed (`removed`). `counts[n]` is the number of answers n. */
const answeredQuestionSchema = namedSchema(
  "AnsweredQuestion",
  z.union([
    z.strictObject({
      ...questionSummarySchema.shape,
      kind: z.literal("nps"),
      counts: readonlyArray(z.number()),
      trend: scoreTrendSchema,
      ...netPromotersSchema.shape,
    }),
    z.strictObject({ ...questionSummarySchema.shape, kind: z.literal("rating"), scale: z.number(), ...scoreShape }),
    /** `satisfied`: answers 4 and 5. */
    z.strictObject({ ...questionSummarySchema.shape, kind: z.literal("csat"), satisfied: z.number(), ...scoreShape }),
    z.strictObject({ ...questionSummarySchema.shape, kind: z.literal("ces"), ...scoreShape }),
    z.strictObject({
      ...questionSummarySchema.shape,
      kind: z.literal("choice"),
      several: z.boolean(),
      options: readonlyArray(z.strictObject({ ...optionShape, answers: z.number() })),
    }),
    z.strictObject({
      ...questionSummarySchema.shape,
      kind: z.literal("matrix"),
      columns: readonlyArray(z.strictObject(optionShape)),
      /** `answers`: one number per column. */
      rows: readonlyArray(z.strictObject({ ...optionShape, answers: readonlyArray(z.number()) })),
    }),
    z.strictObject({
      ...questionSummarySchema.shape,
      kind: z.literal("ranking"),
      /** `mean_place`: 1 is first. Null without answers. */
      options: readonlyArray(z.strictObject({ ...optionShape, mean_place: z.number().nullable() })),
    }),
    z.strictObject({ ...questionSummarySchema.shape, kind: z.enum(["text", "email", "date"]) }),
    z.strictObject({ ...questionSummarySchema.shape, kind: z.literal("removed") }),
  ]),
);
export type AnsweredQuestion = ResponseOf<typeof answeredQuestionSchema>;

export const answersSummarySchema = responseSchema("AnswersSummary", {
  /** Views with an answer, and those of them that weren't completed. */
  responses: z.number(),
  partial: z.number(),
  /** Views of the page of its link. */
  by_link: z.number(),
  /**
   * With `segment_id`: respondents who were checked, and how many of them are in the segment. `whole` is false if only
   * the latest respondents were checked. Null for everyone.
   */
  segment: z.strictObject({ id: z.string(), met: z.number(), people: z.number(), whole: z.boolean() }).nullable(),
  /**
   * Response quota of the live version. `counted`: responses in its current period, including those of people who were
   * erased. Null without a quota.
   */
  quota: z
    .strictObject({
      responses: z.number(),
      per: z.enum(QUOTA_PERIODS).nullable(),
      counted: z.number(),
      reached: z.boolean(),
    })
    .nullable(),
  questions: readonlyArray(answeredQuestionSchema),
});
export type AnswersSummary = ResponseOf<typeof answersSummarySchema>;

const surveyAnswerSchema = responseSchema("GivenAnswer", {
  run_id: z.string(),
  /** Null for anonymous surveys. `answered_at` is then the day, in UTC. */
  person: runPersonSchema.nullable(),
  version: z.number(),
  answer: answerSchema,
  answered_at: z.iso.datetime(),
  /** On the page of its link. */
  by_link: z.boolean(),
});
export type SurveyAnswer = ResponseOf<typeof surveyAnswerSchema>;

/** Line of an NDJSON file of responses. */
export interface SurveyResponse
  extends Pick<SurveyAnswer, "run_id" | "person" | "answered_at" | "version" | "by_link"> {
  /** Language in which the survey was shown, and variant of its experiment. Null if unknown. */
  readonly locale: string | null;
  readonly variant: string | null;
  readonly completed: boolean;
  /** By question ID. */
  readonly answers: Readonly<Record<string, SurveyAnswer["answer"]>>;
}

export const answersPageSchema = pageSchema("AnswersPage", surveyAnswerSchema);
