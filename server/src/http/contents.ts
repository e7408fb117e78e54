import type { ContentId } from "@fanfare/contract/ids";
import { limits } from "@fanfare/contract/limits";
import {
  type ContentPage,
  contentListQuerySchema,
  createContentRequestSchema,
  type TagsResponse,
  updateContentRequestSchema,
} from "@fanfare/contract/schema/api";
import { appIdSchema } from "@fanfare/contract/schema/app-id";
import { type Context, Hono } from "hono";
import { z } from "zod";
import type { AppRecord } from "../accounts/app-directory.ts";
import { changeContent, createContent, getContent } from "../engage/content.ts";
import { pageOfContents } from "../engage/content-list.ts";
import { listTags } from "../store/contents.ts";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { appNamed } from "./apps.ts";
import { parseQuery, parseText, parseWithDraft } from "./body.ts";
import { presentContent, presentSummary } from "./presenters.ts";
import { revisionTag, seenRevision } from "./revision.ts";

/** Which app's publication the answer speaks of. */
export const appQuerySchema = z.object({ app_id: appIdSchema });

/** Contents: their list with its tags, one by one, made and edited. */
export function contentRoutes(deps: ApiDeps): Hono<ApiEnv> {
  /** The content as it is now, under its revision. */
  const present = async (
    c: Context<ApiEnv>,
    id: string,
    app: AppRecord,
    status: 200 | 201 = 200,
  ): Promise<Response> => {
    const row = await getContent(deps, id, app.id);
    return c.json(presentContent(row, deps.clock.now()), status, { ETag: revisionTag(row.revision) });
  };

  return new Hono<ApiEnv>()
    .get("/contents", async (c) => {
      const query = parseQuery(c, contentListQuerySchema);
      const app = appNamed(deps.apps, query.app_id);
      const now_ms = deps.clock.now();
      const page = await pageOfContents({ store: deps.store, now_ms }, { ...query, app_id: app.id });
      const { rows, next, total } = page;
      return c.json({ items: rows.map((row) => presentSummary(row, now_ms)), next, total } satisfies ContentPage);
    })
    .get("/tags", async (c) =>
      c.json({ items: await listTags(deps.store, limits.tags_listed_max) } satisfies TagsResponse),
    )
    .post("/contents", async (c) => {
      const { app_id, ...content } = await parseText(c, createContentRequestSchema);
      const app = appNamed(deps.apps, app_id);
      const id: ContentId = await createContent(deps, content, c.var.actor.member_id);
      c.header("Location", `/api/contents/${id}?app_id=${app.id}`);
      return present(c, id, app, 201);
    })
    .get("/contents/:id", async (c) => {
      const app = appNamed(deps.apps, parseQuery(c, appQuerySchema).app_id);
      return present(c, c.req.param("id"), app);
    })
    .patch("/contents/:id", async (c) => {
      const app = appNamed(deps.apps, parseQuery(c, appQuerySchema).app_id);
      const revision = seenRevision(c);
      const change = await parseWithDraft(c, updateContentRequestSchema);
      const id = c.req.param("id");
      await changeContent(deps, { id, revision, app_id: app.id }, change, c.var.actor.member_id);
      return present(c, id, app);
    });
}
