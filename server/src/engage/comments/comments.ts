import { type ContentId, isId, type MemberId, newId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { newCommentRequestSchema } from "@fanfare/contract/schema/content/comment";
import type { z } from "zod";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { auditStatement } from "../../accounts/audit/audit-entry.ts";
import { mentionEmail } from "../../mail/email-templates.ts";
import { membersForEmail } from "../../store/statements/accounts/members.ts";
import {
  type CommentRow,
  commentsOf,
  deleteComment,
  resolveComments,
} from "../../store/statements/content/comments.ts";
import { insertRow } from "../../store/statements/insert-row.ts";
import { type EditDeps, getContent } from "../content/content.ts";
import { emailMembers, type MemberEmailDeps } from "../publish/member-emails.ts";
import { notifyConsoles } from "../signals/console-signal.ts";

type CommentDeps = EditDeps & MemberEmailDeps;

/** Comments on content, oldest first. */
export function listComments({ store }: Pick<EditDeps, "store">, id: ContentId): Promise<readonly CommentRow[]> {
  return commentsOf(store.db, id, limits.comments_per_content_max);
}

/**
 * Stores a comment on a step and emails the members it mentions.
 *
 * @throws ProblemError `content_not_found`, `comments_full`, or `member_not_found` for a mention.
 */
export async function addComment(
  deps: CommentDeps,
  at: { readonly id: string; readonly app: AppRecord },
  { step_id, text, mentions }: z.output<typeof newCommentRequestSchema>,
  member_id: MemberId | null,
): Promise<CommentRow> {
  const { clock, rng, store } = deps;
  const content = await getContent(deps, at.id, at.app.id);
  const before = await listComments(deps, content.id);
  if (before.length >= limits.comments_per_content_max) {
    const message = `“${content.name}” has ${before.length} comments. Delete some of them first.`;
    throw new ProblemError("comments_full", message);
  }
  const members = await membersForEmail(store.db);
  const mentioned = members.filter(({ id }) => mentions.includes(id));
  if (mentioned.length < new Set(mentions).size) {
    throw new ProblemError("member_not_found", "The comment mentions someone who isn't a member. Remove the mention.");
  }
  const id = newId("cmt", clock, rng);
  const row = { id, content_id: content.id, step_id, text, member_id, created_at: clock.now() };
  await store.write([
    { query: insertRow(store.db, "comments", { ...row, resolved_at: null, resolved_by: null }), expect: 1 },
    auditStatement(deps, {
      ...{ member_id, action: "content.comment", resource: { type: "content", id: content.id } },
      detail: { step_id, comment_id: id },
    }),
  ]);
  notifyConsoles(deps);
  const others = mentioned.filter((each) => each.id !== member_id);
  if (others.length > 0) {
    emailMembers(deps, { content, app: at.app, member_id, step_id }, (texts) =>
      others.map(({ email }) => mentionEmail({ ...texts, to: email, comment: text })),
    );
  }
  const member_name = members.find((each) => each.id === member_id)?.name ?? null;
  return { ...row, resolved_at: null, resolved_by: null, member_name, resolver_name: null };
}

/** Resolves the open comments on a step. */
export async function resolveStepComments(
  deps: EditDeps,
  at: { readonly content_id: ContentId; readonly step_id: string },
  member_id: MemberId | null,
): Promise<void> {
  const { content_id, step_id } = at;
  await deps.store.write([
    { query: resolveComments(deps.store.db, at, { member_id, now_ms: deps.clock.now() }) },
    auditStatement(deps, {
      ...{ member_id, action: "content.resolve_comments", resource: { type: "content", id: content_id } },
      detail: { step_id },
    }),
  ]);
  notifyConsoles(deps);
}

/**
 * Deletes a comment: one's own, or with `deletes_all` any.
 *
 * @throws ProblemError `comment_not_found` or `comment_of_other`.
 */
export async function removeComment(
  deps: EditDeps,
  at: { readonly content_id: ContentId; readonly comment_id: string },
  by: { readonly member_id: MemberId | null; readonly deletes_all: boolean },
): Promise<void> {
  const found = (await listComments(deps, at.content_id)).find(({ id }) => id === at.comment_id);
  if (found === undefined || !isId("cmt", at.comment_id)) {
    throw new ProblemError("comment_not_found", "Comment not found. It may have been deleted.");
  }
  const { member_id } = by;
  if (!by.deletes_all && (member_id === null || found.member_id !== member_id)) {
    throw new ProblemError("comment_of_other", "Another member wrote this comment. Ask them, an owner, or an admin.");
  }
  await deps.store.write([
    { query: deleteComment(deps.store.db, found.id), expect: 1 },
    auditStatement(deps, {
      ...{ member_id, action: "content.delete_comment", resource: { type: "content", id: at.content_id } },
      detail: { step_id: found.step_id, comment_id: found.id },
    }),
  ]);
  notifyConsoles(deps);
}
