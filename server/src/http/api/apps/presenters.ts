import type { AppDetail } from "@fanfare/contract/schema/responses/accounts/app-settings";
import type { App } from "@fanfare/contract/schema/responses/content/content";
import type { AppRecord } from "../../../accounts/apps/app-directory.ts";

/** List every field explicitly, so that a new column isn't exposed automatically. */
export function presentApp({ id, key, name, paused }: AppRecord): App {
  return { id, key, name, paused };
}

export function presentAppDetail(app: AppRecord): AppDetail {
  const { require_identity, allowed_origins, settings, revision } = app;
  return { ...presentApp(app), require_identity, allowed_origins, settings, revision };
}
