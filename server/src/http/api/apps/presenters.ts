import type { AppDetail } from "@fanfare/contract/schema/responses/accounts/app-settings";
import type { App } from "@fanfare/contract/schema/responses/content/content";
import type { AppRecord } from "../../../accounts/apps/app-directory.ts";

/** List every field explicitly, so that a new column isn't exposed automatically. */
export function presentApp({ id, key, name, paused, settings: { review } }: AppRecord): App {
  return { id, key, name, paused, review };
}

export function presentAppDetail(app: AppRecord): AppDetail {
  const { id, key, name, paused, require_identity, allowed_origins, settings, revision } = app;
  return { id, key, name, paused, require_identity, allowed_origins, settings, revision };
}
