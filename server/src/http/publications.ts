import { type PublishResponse, publishRequestSchema, rollbackRequestSchema } from "@fanfare/contract/schema/api";
import { type Context, Hono } from "hono";
import type { AppRecord } from "../accounts/app-directory.ts";
import { archiveContent } from "../engage/archive.ts";
import { getContent } from "../engage/content.ts";
import { pauseContent, rollbackContent } from "../engage/publication-state.ts";
import { publishContent, unpublishContent } from "../engage/publications.ts";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { appNamed } from "./apps.ts";
import { parseBody } from "./body.ts";
import { presentContent } from "./presenters.ts";
import { revisionTag, seenRevision } from "./revision.ts";

/** What is live in an app: published, paused and resumed, archived and restored, rolled back, unpublished. */
export function publicationRoutes(deps: ApiDeps): Hono<ApiEnv> {
  const present = async (c: Context<ApiEnv>, id: string, app: AppRecord, first: boolean): Promise<Response> => {
    const row = await getContent(deps, id, app.id);
    const answer: PublishResponse = { content: presentContent(row, deps.clock.now()), first };
    return c.json(answer, 200, { ETag: revisionTag(row.revision) });
  };

  const pause = async (c: Context<ApiEnv>, paused: boolean): Promise<Response> => {
    const id = c.req.param("id") ?? "";
    const app = appNamed(deps.apps, (await parseBody(c, publishRequestSchema)).app_id);
    await pauseContent(deps, { id, app_id: app.id, paused }, c.var.actor.member_id);
    return present(c, id, app, false);
  };

  const archive = async (c: Context<ApiEnv>, archived: boolean): Promise<Response> => {
    const id = c.req.param("id") ?? "";
    const app = appNamed(deps.apps, (await parseBody(c, publishRequestSchema)).app_id);
    await archiveContent(deps, { id, app_id: app.id, archived }, c.var.actor.member_id);
    return present(c, id, app, false);
  };

  return new Hono<ApiEnv>()
    .post("/contents/:id/publish", async (c) => {
      const id = c.req.param("id");
      const revision = seenRevision(c);
      const app = appNamed(deps.apps, (await parseBody(c, publishRequestSchema)).app_id);
      const { first } = await publishContent(deps, { id, revision, app_id: app.id }, c.var.actor.member_id);
      return present(c, id, app, first);
    })
    .post("/contents/:id/pause", (c) => pause(c, true))
    .post("/contents/:id/resume", (c) => pause(c, false))
    .post("/contents/:id/archive", (c) => archive(c, true))
    .post("/contents/:id/restore", (c) => archive(c, false))
    .post("/contents/:id/rollback", async (c) => {
      const id = c.req.param("id");
      const { app_id, version_id } = await parseBody(c, rollbackRequestSchema);
      const app = appNamed(deps.apps, app_id);
      await rollbackContent(deps, { id, app_id: app.id, version_id }, c.var.actor.member_id);
      return present(c, id, app, false);
    })
    .post("/contents/:id/unpublish", async (c) => {
      const id = c.req.param("id");
      const app = appNamed(deps.apps, (await parseBody(c, publishRequestSchema)).app_id);
      await unpublishContent(deps, { id, app_id: app.id }, c.var.actor.member_id);
      return present(c, id, app, false);
    });
}
