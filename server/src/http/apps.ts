import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { AppsResponse } from "@fanfare/contract/schema/api";
import { type AppStatus, updateAppRequestSchema } from "@fanfare/contract/schema/app-settings";
import { type Context, Hono } from "hono";
import { changeApp } from "../accounts/app-change.ts";
import type { AppDirectory, AppRecord } from "../accounts/app-directory.ts";
import { tellPages } from "../engage/page-signal.ts";
import { appById } from "../store/apps.ts";
import { toIso } from "../store/columns.ts";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { parseText } from "./body.ts";
import { presentApp, presentAppDetail } from "./presenters.ts";
import { revisionTag, seenRevision } from "./revision.ts";

/** The apps, and what each decides for itself. */
export function appRoutes(deps: ApiDeps): Hono<ApiEnv> {
  const answer = (c: Context<ApiEnv>, id: string): Response => {
    const app = appNamed(deps.apps, id);
    c.header("ETag", revisionTag(app.revision));
    return c.json(presentAppDetail(app));
  };
  return new Hono<ApiEnv>()
    .get("/apps", (c) => {
      const items = deps.apps
        .all()
        .filter((app) => !app.system)
        .map(presentApp);
      return c.json({ items } satisfies AppsResponse);
    })
    .get("/apps/:id", (c) => answer(c, c.req.param("id")))
    .get("/apps/:id/status", async (c) => {
      const { id } = appNamed(deps.apps, c.req.param("id"));
      const first_page_at = (await appById(deps.store.db, id))?.first_page_at ?? null;
      return c.json({
        connections: deps.connectionsOf(id),
        first_page_at: first_page_at === null ? null : toIso(first_page_at),
        visitor_storage: deps.visitorStorageOf(id),
      } satisfies AppStatus);
    })
    .patch("/apps/:id", async (c) => {
      const { id, paused } = appNamed(deps.apps, c.req.param("id"));
      const edit = await parseText(c, updateAppRequestSchema);
      const raised = await changeApp(deps, { id, revision: seenRevision(c) }, edit, c.var.actor.member_id);
      const is_kill_switch = edit.paused === true && !paused;
      await tellPages(deps, id, raised, is_kill_switch ? limits.kill_switch_spread_ms : limits.change_spread_ms);
      return answer(c, id);
    });
}

/**
 * The app that a call names. The console's own is not there.
 *
 * @throws ProblemError `app_not_found`.
 */
export function appNamed(apps: AppDirectory, app_id: string): AppRecord {
  const app = apps.byId(app_id);
  if (app !== undefined && !app.system) return app;
  throw new ProblemError("app_not_found", "No app has this id. Take one of GET /api/apps.");
}
