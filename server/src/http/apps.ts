import { ProblemError } from "@fanfare/contract/problem";
import type { AppsResponse } from "@fanfare/contract/schema/api";
import { Hono } from "hono";
import type { AppDirectory, AppRecord } from "../accounts/app-directory.ts";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { presentApp } from "./presenters.ts";

export function appRoutes(deps: ApiDeps): Hono<ApiEnv> {
  return new Hono<ApiEnv>().get("/apps", (c) => {
    const items = deps.apps
      .all()
      .filter((app) => !app.system)
      .map(presentApp);
    return c.json({ items } satisfies AppsResponse);
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
