import type { PREVIEW_LINK_ROUTES } from "@fanfare/contract/schema/routes/builder";
import { isActorAllowed, responsibleMember } from "../../../accounts/access/actor.ts";
import { createPreviewLink, listPreviewLinks, revokePreviewLink } from "../../../accounts/access/preview-links.ts";
import { assertContent } from "../../../engage/content/content.ts";
import { toIso } from "../../../store/columns.ts";
import type { Handlers } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";

export function previewLinkHandlers(deps: ApiDeps): Handlers<typeof PREVIEW_LINK_ROUTES> {
  return {
    "POST /api/preview-links": async ({ body, actor, app }) => {
      const content_id = await assertContent(deps, body.content_id);
      const member_id = responsibleMember(actor);
      const { id, url, expires_at_ms } = await createPreviewLink(deps, app, member_id, { ...body, content_id });
      return { id, url, expires_at: toIso(expires_at_ms) };
    },
    "GET /api/preview-links": async ({ actor, app }) => {
      const rows = await listPreviewLinks(deps, app);
      return {
        items: rows.map(({ id, member_name, member_id, content_id, content_name, origin, ...row }) => ({
          ...{ id, member: member_name, own: member_id === actor.member_id, content_id, content_name, origin },
          created_at: toIso(row.created_at),
          expires_at: toIso(row.expires_at),
          last_used_at: row.last_used_at === null ? null : toIso(row.last_used_at),
        })),
      };
    },
    "DELETE /api/preview-links/:id": async ({ params, actor, app }) => {
      const { member_id } = actor;
      await revokePreviewLink(deps, app, params.id, { member_id, revokes_all: isActorAllowed(actor, "member.write") });
    },
  };
}
