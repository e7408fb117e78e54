import type { BUILDER_ROUTES } from "@fanfare/contract/schema/routes/builder";
import { isActorAllowed, signedInMember } from "../../../accounts/access/actor.ts";
import {
  builderNotFound,
  createBuilderLink,
  endBuilder,
  findBuilder,
  findOpenBuilder,
  listBuilders,
} from "../../../accounts/access/builder-sessions.ts";
import { newTrackerForm, trackerFormOf } from "../../../accounts/access/tracker-builders.ts";
import { assertContent } from "../../../engage/content/content.ts";
import { signalCommand, signalPlace } from "../../../engage/signals/editor-signal.ts";
import { findTracker } from "../../../engage/trackers/trackers.ts";
import { personChannelId } from "../../../people/identity/identity.ts";
import { toIso } from "../../../store/columns.ts";
import type { Handlers } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";

export function builderSessionHandlers(deps: ApiDeps): Handlers<typeof BUILDER_ROUTES> {
  return {
    "POST /api/builder-links": async ({ body, actor, app }) => {
      const content_id = await assertContent(deps, body.content_id);
      const { url: page_url, step_id, language } = body;
      const place = { url: page_url, language, subject: { content_id, step_id: step_id ?? null } };
      const { id, url, expires_at_ms } = await createBuilderLink(deps, app, signedInMember(actor), place);
      return { id, url, expires_at: toIso(expires_at_ms) };
    },
    "POST /api/builder-links/trackers": async ({ body, actor, app }) => {
      const { url: page_url, language, tracker_id, target = null, ...form } = body;
      const tracker = tracker_id === undefined ? undefined : await findTracker(deps, app.id, tracker_id);
      const subject = { tracker_id: tracker?.id ?? null, tracker: newTrackerForm({ ...form, target }) };
      const place = { url: page_url, language, subject };
      const { id, url, expires_at_ms } = await createBuilderLink(deps, app, signedInMember(actor), place);
      return { id, url, expires_at: toIso(expires_at_ms) };
    },
    "GET /api/builder-sessions/:id/tracker": async ({ params, actor, app }) => {
      const row = await findBuilder(deps, app, params.id);
      if (row.member_id !== actor.member_id || !row.tracker) throw builderNotFound();
      return { ...trackerFormOf(row), opened: row.token_hash !== null };
    },
    "DELETE /api/builder-sessions/:id/tracker": async ({ params, actor, app }) => {
      const row = await findBuilder(deps, app, params.id);
      if (!row.tracker) throw builderNotFound();
      await endBuilder(deps, app, params.id, { member_id: actor.member_id, ends_all: false });
    },
    "GET /api/builder-sessions": async ({ actor, app }) => {
      const rows = await listBuilders(deps, app);
      return {
        items: rows.map(({ id, member_name, member_id, content_id = null, content_name, origin, ...row }) => ({
          ...{ id, member: member_name, own: member_id === actor.member_id, content_id, content_name, origin },
          ...{ tracker_id: row.tracker_id ?? null, tracker_name: row.tracker_name },
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
    "POST /api/builder-sessions/:id/commands": async ({ params, body, actor, app }) => {
      const row = await findOpenBuilder(deps, app, params.id);
      if (row.member_id !== actor.member_id || !row.content_id) throw builderNotFound();
      signalCommand(deps, row, body);
    },
    "DELETE /api/builder-sessions/:id": async ({ params, actor, app }) => {
      const { member_id } = actor;
      await endBuilder(deps, app, params.id, { member_id, ends_all: isActorAllowed(actor, "member.write") });
    },
  };
}
