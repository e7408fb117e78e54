import type { Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { EVERYONE_CHANNEL } from "@fanfare/contract/realtime/channel";
import { CONSOLE_APP_KEY } from "@fanfare/contract/schema/accounts/new-app";
import { CONTENT_CHANGED, type ContentChanged } from "@fanfare/contract/schema/client/v1";
import type { AppDirectory } from "../../accounts/apps/app-directory.ts";
import type { Publish } from "../../lib/publish.ts";

export interface ConsoleSignalDeps {
  readonly apps: Pick<AppDirectory, "byKey">;
  readonly publish: Publish;
}

/**
 * Tells open consoles that a content was made, edited or published, so that lists follow without a reload. The signal of
 * the console's own app serves for it: its version has not grown, so that as a guest the console has nothing to fetch.
 */
export function notifyConsoles({ apps, publish }: ConsoleSignalDeps): void {
  const own = apps.byKey(CONSOLE_APP_KEY);
  if (own === undefined) return;
  const signal: ContentChanged = { config_version: own.config_version, spread_ms: 0 };
  publish(own.id, EVERYONE_CHANNEL, CONTENT_CHANGED, signal);
}

/**
 * Tells them soon: of what a crowd does they hear once an interval, after the last of it. Called after the commit, like all
 * that tells.
 *
 * @example
 * const notifySoon = notifyConsolesSoon({ clock, apps, publish });
 */
export function notifyConsolesSoon(deps: ConsoleSignalDeps & { readonly clock: Pick<Clock, "after"> }): () => void {
  let is_signaling = false;
  return () => {
    if (is_signaling) return;
    is_signaling = true;
    deps.clock.after(limits.live_update_counts_interval_ms, () => {
      is_signaling = false;
      notifyConsoles(deps);
    });
  };
}
