import { z } from "zod";
import { limits } from "../../limits.ts";

/** `POST /api/contents/{id}/comments?app_id=`. The app is the one that links in emails open. */
export const newCommentRequestSchema = z.strictObject({
  /** Step, panel, task, question, or resource. `head` and `thanks`: what comes before and after them. */
  step_id: z.string().min(1).max(limits.id_chars_max),
  text: z.string().trim().min(1, "Enter a comment.").max(limits.comment_chars_max),
  /** Members who get an email. */
  mentions: z.array(z.string().max(limits.id_chars_max)).max(limits.comment_mentions_max).default([]),
});

/** `POST /api/contents/{id}/comments/resolve` resolves the open comments of a step. */
export const resolveCommentsRequestSchema = z.strictObject({ step_id: z.string().min(1).max(limits.id_chars_max) });
