import { appQuerySchema } from "../app-id.ts";
import { newCommentRequestSchema, resolveCommentsRequestSchema } from "../content/comment.ts";
import { commentSchema, commentsResponseSchema } from "../responses/content/comment.ts";
import { defineRoutes } from "./route.ts";

/** Comments of members on the steps of a draft. */
export const COMMENT_ROUTES = defineRoutes({
  "GET /api/contents/:id/comments": {
    access: "content.read",
    summary: "List comments on content",
    response: commentsResponseSchema,
    problems: ["content_not_found"],
  },
  "POST /api/contents/:id/comments": {
    access: "comment.write",
    summary: "Comment on a step",
    query: appQuerySchema,
    body: newCommentRequestSchema,
    response: commentSchema,
    status: 201,
    problems: ["content_not_found", "comments_full", "member_not_found"],
  },
  "POST /api/contents/:id/comments/resolve": {
    access: "comment.write",
    summary: "Resolve the comments on a step",
    body: resolveCommentsRequestSchema,
    response: commentsResponseSchema,
    problems: ["content_not_found"],
  },
  "DELETE /api/contents/:id/comments/:comment_id": {
    access: "comment.write",
    summary: "Delete a comment",
    problems: ["content_not_found", "comment_not_found", "comment_of_other"],
  },
});
