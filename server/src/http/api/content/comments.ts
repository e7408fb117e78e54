import type { MemberId } from "@fanfare/contract/lib/ids";
import type { Comment } from "@fanfare/contract/schema/responses/content/comment";
import type { COMMENT_ROUTES } from "@fanfare/contract/schema/routes/comments";
import { isActorAllowed } from "../../../accounts/access/actor.ts";
import { addComment, listComments, removeComment, resolveStepComments } from "../../../engage/comments/comments.ts";
import { assertContent } from "../../../engage/content/content.ts";
import { toIso, toIsoOrNull } from "../../../store/columns.ts";
import type { CommentRow } from "../../../store/statements/content/comments.ts";
import type { Handlers } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";

export function commentHandlers(deps: ApiDeps): Handlers<typeof COMMENT_ROUTES> {
  return {
    "GET /api/contents/:id/comments": async ({ params, actor }) => {
      const rows = await listComments(deps, await assertContent(deps, params.id));
      return { items: rows.map((row) => presentComment(row, actor.member_id)) };
    },
    "POST /api/contents/:id/comments": async ({ params: { id }, body, actor: { member_id }, app }) =>
      presentComment(await addComment(deps, { id, app }, body, member_id), member_id),
    "POST /api/contents/:id/comments/resolve": async ({ params, body: { step_id }, actor: { member_id } }) => {
      const content_id = await assertContent(deps, params.id);
      await resolveStepComments(deps, { content_id, step_id }, member_id);
      const rows = await listComments(deps, content_id);
      return { items: rows.map((row) => presentComment(row, member_id)) };
    },
    "DELETE /api/contents/:id/comments/:comment_id": async ({ params, actor }) => {
      const content_id = await assertContent(deps, params.id);
      const by = { member_id: actor.member_id, deletes_all: isActorAllowed(actor, "member.write") };
      await removeComment(deps, { content_id, comment_id: params.comment_id }, by);
    },
  };
}

function presentComment(row: CommentRow, caller: MemberId | null): Comment {
  const { id, step_id, text, member_name, member_id, resolver_name } = row;
  return {
    ...{ id, step_id, text, member: member_name, own: member_id !== null && member_id === caller },
    created_at: toIso(row.created_at),
    resolved_at: toIsoOrNull(row.resolved_at),
    resolved_by: resolver_name,
  };
}
