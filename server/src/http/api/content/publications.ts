import type { AppId } from "@fanfare/contract/lib/ids";
import type { ContentDetail, PublishResponse } from "@fanfare/contract/schema/responses/content/content";
import type { PUBLICATION_ROUTES } from "@fanfare/contract/schema/routes/contents";
import { type Actor, assertActorAllowed, assertActorAllowedInOthers } from "../../../accounts/access/actor.ts";
import type { AppRecord } from "../../../accounts/apps/app-directory.ts";
import { assertContent, getContent } from "../../../engage/content/content.ts";
import { archiveContent } from "../../../engage/publish/archive.ts";
import { planPromotion, promoteContent } from "../../../engage/publish/promote.ts";
import { pauseContent, rollbackContent } from "../../../engage/publish/publication-state.ts";
import { publishContent, unpublishContent } from "../../../engage/publish/publications.ts";
import { readPublishWarnings } from "../../../engage/publish/read-publish-warnings.ts";
import { cancelScheduled, schedulePublication } from "../../../engage/publish/scheduled-publications.ts";
import { listVersions, readVersionEdition } from "../../../engage/publish/versions.ts";
import { type Handlers, Tagged } from "../../routing/handlers.ts";
import { requireApp } from "../guards/app.ts";
import type { ApiDeps } from "../guards/deps.ts";
import { presentContent, presentVersion } from "./presenters.ts";

interface PublicationCall {
  readonly params: { readonly id: string };
  readonly actor: Actor;
  readonly app: AppRecord;
}

export function publicationHandlers(deps: ApiDeps): Handlers<typeof PUBLICATION_ROUTES> {
  const present = async (id: string, app: AppRecord, first = false): Promise<Tagged<PublishResponse>> => {
    const row = await getContent(deps, id, app.id);
    return new Tagged({ content: presentContent(row, deps.clock.now()), first }, row.revision);
  };
  const presentDetail = async (id: string, app: AppRecord): Promise<Tagged<ContentDetail>> => {
    const { data, tag } = await present(id, app);
    return new Tagged(data.content, tag);
  };
  const readableApp = (actor: Actor, from_app_id: string): AppId => {
    const { id } = requireApp(deps.apps, from_app_id);
    assertActorAllowed(actor, "content.read", id);
    return id;
  };
  const pause = async ({ params: { id }, actor, app }: PublicationCall, paused: boolean) => {
    await pauseContent(deps, { id, app_id: app.id, paused }, actor.member_id);
    return present(id, app);
  };
  const archive = async ({ params: { id }, actor, app }: PublicationCall, archived: boolean) => {
    const assertMayPublish = (app_ids: readonly AppId[]) =>
      assertActorAllowedInOthers(deps.apps, actor, "content.publish", app_ids);
    await archiveContent(deps, { id, app_id: app.id, archived, assertMayPublish }, actor.member_id);
    return present(id, app);
  };

  return {
    "GET /api/contents/:id/warnings": async ({ params: { id }, query: { version_id }, app }) => {
      const now_ms = deps.clock.now();
      return { items: await readPublishWarnings({ ...deps, now_ms }, { id, app_id: app.id, version_id }) };
    },
    "POST /api/contents/:id/publish": async ({ params: { id }, actor, app, revision }) => {
      const { first } = await publishContent(deps, { id, revision, app_id: app.id }, actor.member_id);
      return present(id, app, first);
    },
    "POST /api/contents/:id/unpublish": async ({ params: { id }, actor, app }) => {
      await unpublishContent(deps, { id, app_id: app.id }, actor.member_id);
      return present(id, app);
    },
    "POST /api/contents/:id/pause": (call) => pause(call, true),
    "POST /api/contents/:id/resume": (call) => pause(call, false),
    "POST /api/contents/:id/archive": (call) => archive(call, true),
    "POST /api/contents/:id/restore": (call) => archive(call, false),
    "POST /api/contents/:id/rollback": async ({ params: { id }, body, actor, app }) => {
      await rollbackContent(deps, { id, app_id: app.id, version_id: body.version_id }, actor.member_id);
      return present(id, app);
    },
    "POST /api/contents/:id/schedule": async ({ params: { id }, body, actor, app, revision }) => {
      const at = { id, revision, app_id: app.id, publish_at_ms: Date.parse(body.publish_at) };
      await schedulePublication(deps, at, actor.member_id);
      return presentDetail(id, app);
    },
    "DELETE /api/contents/:id/schedule": async ({ params: { id }, actor, app }) => {
      await cancelScheduled(deps, { id, app_id: app.id }, actor.member_id);
      return presentDetail(id, app);
    },
    "GET /api/promotions": async ({ app, actor, query }) => {
      const from = readableApp(actor, query.from_app_id);
      return { items: await planPromotion(deps.store, { from, to: app.id }) };
    },
    "POST /api/promotions": async ({ app, actor, body: { from_app_id, items } }) => {
      const at = { from: readableApp(actor, from_app_id), to: app.id };
      await promoteContent(deps, at, items, actor.member_id);
      return { promoted: items.length };
    },
    "GET /api/contents/:id/versions": async ({ params }) => {
      const versions = await listVersions(deps.store, await assertContent(deps, params.id));
      return { items: versions.map((version) => presentVersion(version, deps.clock.now())) };
    },
    "GET /api/contents/:id/versions/:version_id": async ({ params }) => {
      const content_id = await assertContent(deps, params.id);
      const { id, edition } = await readVersionEdition(deps.store, content_id, params.version_id);
      return { id, edition };
    },
  };
}
