import { ProblemError } from "@fanfare/contract/problem";
import type { AppDirectory, AppRecord } from "../../../accounts/apps/app-directory.ts";

/**
 * Returns an app by ID, except the console's own app.
 *
 * @throws ProblemError `app_not_found`.
 */
export function requireApp(apps: AppDirectory, app_id: string): AppRecord {
  const app = apps.byId(app_id);
  if (app !== undefined && !app.system) return app;
  throw new ProblemError("app_not_found", "No app has this ID. Use an ID from GET /api/apps.");
}
