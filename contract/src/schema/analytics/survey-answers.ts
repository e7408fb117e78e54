import { z } from "zod";
import type { Answer } from "../../content/survey.ts";
import type { NetPromoters } from "../../content/survey-answer.ts";
import { limits } from "../../limits.ts";
import { appIdSchema } from "../app-id.ts";
import type { RunPerson } from "./run.ts";

interface QuestionSummary {
  readonly id: string;
  readonly title: string;
  /** Number of runs with an answer. */
  readonly answered: number;
}

/** A question of the draft, or one that was removed (`removed`). `counts[n]` is the number of answers n. */
export type AnsweredQuestion =
  | (QuestionSummary & { readonly kind: "nps"; readonly counts: readonly number[] } & NetPromoters)
  | (QuestionSummary & {
      readonly kind: "rating";
      readonly scale: number;
      readonly counts: readonly number[];
      readonly mean: number | null;
    })
  | (QuestionSummary & {
      readonly kind: "choice";
      readonly several: boolean;
      readonly options: readonly { readonly id: string; readonly label: string; readonly answers: number }[];
    })
  | (QuestionSummary & { readonly kind: "text" })
  | (QuestionSummary & { readonly kind: "removed" });

export interface AnswersSummary {
  readonly questions: readonly AnsweredQuestion[];
}

/** `GET /api/contents/{id}/answers/{question_id}`, newest first. */
export const answersQuerySchema = z.strictObject({
  app_id: appIdSchema,
  after: z.string().max(limits.cursor_chars_max).optional(),
  limit: z.coerce.number().int().min(1).max(limits.page_size_max).default(limits.page_size_default),
});
export interface SurveyAnswer {
  readonly run_id: string;
  readonly person: RunPerson;
  readonly version: number;
  readonly answer: Answer;
  readonly answered_at: string;
}
export interface AnswersPage {
  readonly items: readonly SurveyAnswer[];
  readonly next: string | null;
}
