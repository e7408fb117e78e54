import type { AppId, ContentId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import type { ContentDetail, ContentSummary } from "@fanfare/contract/schema/responses/content/content";
import type { CONTENT_ROUTES } from "@fanfare/contract/schema/routes/contents";
import { assertActorAllowedInOthers } from "../../../accounts/access/actor.ts";
import type { AppRecord } from "../../../accounts/apps/app-directory.ts";
import { quotaUses } from "../../../analytics/reports/survey-quota.ts";
import {
  assertContent,
  createContent,
  duplicateContent,
  editContent,
  getContent,
} from "../../../engage/content/content.ts";
import { contentPage } from "../../../engage/content/content-list.ts";
import { assertEmbedsAllowed } from "../../../engage/content/embed-hosts.ts";
import { withSourceLocale } from "../../../engage/content/source-locale.ts";
import { reviewerIn } from "../../../engage/publish/reviews.ts";
import { contentNaming } from "../../../store/statements/content/content-references.ts";
import { type ContentListRow, contentByIdOrSlug, listTags } from "../../../store/statements/content/contents.ts";
import { type Handlers, Tagged } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";
import { presentContent, presentSummary } from "./presenters.ts";

export function contentHandlers(deps: ApiDeps): Handlers<typeof CONTENT_ROUTES> {
  const present = async (id: string, app: AppRecord): Promise<Tagged<ContentDetail>> => {
    const row = await getContent(deps, id, app.id);
    return new Tagged(presentContent(row, deps.clock.now()), row.revision);
  };

  return {
    "GET /api/contents": async ({ query, app, actor }) => {
      const now_ms = deps.clock.now();
      const page = await contentPage(
        { store: deps.store, now_ms },
        { ...query, app_id: app.id, reviewer: reviewerIn(app, actor) },
      );
      const { rows, next, total } = page;
      const surveys = rows.filter(({ type }) => type === "survey").map(({ id }) => id);
      const uses = await quotaUses({ store: deps.store, now_ms }, app.id, surveys);
      const full = new Set(uses.flatMap((use) => (use.responses < use.quota.responses ? [] : [use.content_id])));
      const present = (row: ContentListRow): ContentSummary => ({
        ...presentSummary(row, now_ms),
        ...(full.has(row.id) && { quota_reached: true as const }),
      });
      return { items: rows.map(present), next, total };
    },
    "GET /api/tags": async () => ({ items: await listTags(deps.store, limits.tags_listed_max) }),
    "POST /api/contents": async ({ c, body, actor, app }) => {
      const draft = withSourceLocale(body.draft, app.settings.source_locale);
      await assertEmbedsAllowed(deps, app.id, draft);
      const id: ContentId = await createContent(deps, { ...body, draft }, actor.member_id);
      c.header("Location", `/api/contents/${id}?app_id=${app.id}`);
      return present(id, app);
    },
    "GET /api/contents/:id": ({ params, app }) => present(params.id, app),
    "POST /api/contents/:id/duplicate": async ({ c, params, body, actor, app }) => {
      const id = await duplicateContent(deps, { id: params.id, app_id: app.id, name: body.name }, actor.member_id);
      c.header("Location", `/api/contents/${id}?app_id=${app.id}`);
      return present(id, app);
    },
    "GET /api/contents/:id/uses": async ({ params }) => {
      const id = await assertContent(deps, params.id);
      const { db } = deps.store;
      const slug = (await contentByIdOrSlug(db, { id }))?.slug;
      const contents = slug === undefined ? [] : await contentNaming(db, slug);
      return { contents: contents.filter((each) => each.id !== id) };
    },
    "PATCH /api/contents/:id": async ({ params, body, actor, app, revision }) => {
      const id = params.id;
      const assertMayWrite = (app_ids: readonly AppId[]) =>
        assertActorAllowedInOthers(deps.apps, actor, "content.write", app_ids);
      await editContent(deps, { id, revision, app_id: app.id, assertMayWrite }, body, actor.member_id);
      return present(id, app);
    },
  };
}
