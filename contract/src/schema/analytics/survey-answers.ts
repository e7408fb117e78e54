import { z } from "zod";
import { limits } from "../../limits.ts";
import { appIdSchema } from "../app-id.ts";

const rangeShape = {
  /** Answers from this time on. All by default. */
  from: z.iso.datetime({ offset: true }).optional(),
  /** Answers before this time. */
  to: z.iso.datetime({ offset: true }).optional(),
  /** Only answers of people who are in this segment now. */
  segment_id: z.string().max(limits.id_chars_max).optional(),
};

/** `GET /api/contents/{id}/answers`. */
export const answersSummaryQuerySchema = z.strictObject({ app_id: appIdSchema, ...rangeShape });

/**
 * `GET /api/contents/{id}/responses`, oldest first. As CSV, a response has a column per question, with the labels of its
 * answers. As NDJSON, it's a {@link SurveyResponse}.
 */
export const responsesQuerySchema = z.strictObject({
  app_id: appIdSchema,
  ...rangeShape,
  format: z.enum(["csv", "ndjson"]).default("csv"),
});

/** `GET /api/contents/{id}/answers/{question_id}`, newest first. */
export const answersQuerySchema = z.strictObject({
  app_id: appIdSchema,
  ...rangeShape,
  /** Part of a text, in upper or lower case. */
  text: z.string().trim().max(limits.search_chars_max).default(""),
  after: z.string().max(limits.cursor_chars_max).optional(),
  limit: z.coerce.number().int().min(1).max(limits.page_size_max).default(limits.page_size_default),
});
