import type { AppDetail } from "@fanfare/contract/schema/accounts/app-settings";
import type { App } from "@fanfare/contract/schema/accounts/sign-in";
import type { AppRecord } from "../../../accounts/apps/app-directory.ts";

/** Name every field: a new column must not reach the response by itself. */
export function presentApp({ id, key, name, paused }: AppRecord): App {
  return { id, key, name, paused };
}

/** An app with its settings, without its secrets. */
export function presentAppDetail(app: AppRecord): AppDetail {
  const { require_identity, allowed_origins, settings, revision } = app;
  return { ...presentApp(app), require_identity, allowed_origins, settings, revision };
}
