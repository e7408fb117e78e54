import type { BUILDER_ROUTES } from "@fanfare/contract/schema/routes/builder";
import { isActorAllowed, signedInMember } from "../../../accounts/access/actor.ts";
import { createBuilderLink, endBuilder, listBuilders } from "../../../accounts/access/builder-sessions.ts";
import { assertContent } from "../../../engage/content/content.ts";
import { signalPlace } from "../../../engage/signals/editor-signal.ts";
import { personChannelId } from "../../../people/identity/identity.ts";
import { toIso } from "../../../store/columns.ts";
import type { Handlers } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";

export function builderSessionHandlers(deps: ApiDeps): Handlers<typeof BUILDER_ROUTES> {
  return {
    "POST /api/builder-links": async ({ body, actor, app }) => {
      const content_id = await assertContent(deps, body.content_id);
      const { url: page_url, step_id, language } = body;
      const place = { url: page_url, step_id, language, content_id };
      const { id, url, expires_at_ms } = await createBuilderLink(deps, app, signedInMember(actor), place);
      return { id, url, expires_at: toIso(expires_at_ms) };
    },
    "GET /api/builder-sessions": async ({ actor, app }) => {
      const rows = await listBuilders(deps, app);
      return {
        items: rows.map(({ id, member_name, member_id, content_id, content_name, origin, ...row }) => ({
          ...{ id, member: member_name, own: member_id === actor.member_id, content_id, content_name, origin },
          opened: row.token_hash !== null,
          created_at: toIso(row.created_at),
          last_used_at: toIso(row.last_used_at),
        })),
      };
    },
    "POST /api/contents/:id/place": async ({ params, body: { step_id }, actor }) => {
      const content_id = await assertContent(deps, params.id);
      const { member_id } = signedInMember(actor);
      signalPlace(deps, content_id, { user_id: personChannelId(member_id), step_id });
    },
    "DELETE /api/builder-sessions/:id": async ({ params, actor, app }) => {
      const { member_id } = actor;
      await endBuilder(deps, app, params.id, { member_id, ends_all: isActorAllowed(actor, "member.write") });
    },
  };
}
