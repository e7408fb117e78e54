import { EVERYONE_CHANNEL } from "@fanfare/contract/channel";
import { CONSOLE_APP_KEY } from "@fanfare/contract/schema/new-app";
import { CONTENT_CHANGED, type ContentChanged } from "@fanfare/contract/schema/v1";
import type { AppDirectory } from "../accounts/app-directory.ts";
import type { Publish } from "../publish.ts";

export interface ConsoleSignalDeps {
  readonly apps: Pick<AppDirectory, "byKey">;
  readonly publish: Publish;
}

/**
 * Tells open consoles that a content was made, edited or published, so that lists follow without a reload. The signal of
 * the console's own app serves for it: its version has not grown, so that as a guest the console has nothing to fetch.
 */
export function tellConsoles({ apps, publish }: ConsoleSignalDeps): void {
  const own = apps.byKey(CONSOLE_APP_KEY);
  if (own === undefined) return;
  const signal: ContentChanged = { config_version: own.config_version, spread_ms: 0 };
  publish(own.id, EVERYONE_CHANNEL, CONTENT_CHANGED, signal);
}
