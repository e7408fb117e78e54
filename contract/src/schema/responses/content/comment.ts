import { z } from "zod";
import { type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";

export const commentSchema = responseSchema("Comment", {
  id: z.string(),
  step_id: z.string(),
  text: z.string(),
  /** Null for operators and former members. */
  member: z.string().nullable(),
  /** Whether the caller wrote it. */
  own: z.boolean(),
  created_at: z.iso.datetime(),
  resolved_at: z.iso.datetime().nullable(),
  resolved_by: z.string().nullable(),
});
export type Comment = ResponseOf<typeof commentSchema>;

/** `GET /api/contents/{id}/comments`: all of them, oldest first. */
export const commentsResponseSchema = responseSchema("CommentsResponse", { items: readonlyArray(commentSchema) });
