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
 * Notifies open consoles of created, edited, or published content, so that lists update without a reload. Reuses the
 * content signal of the console's own app with an unchanged version, so that the SDK in the console fetches nothing.
 */
export function notifyConsoles({ apps, publish }: ConsoleSignalDeps): void {
  const own = apps.byKey(CONSOLE_APP_KEY);
  if (own === undefined) return;
  const signal: ContentChanged = { config_version: own.config_version, spread_ms: 0 };
  publish(own.id, EVERYONE_CHANNEL, CONTENT_CHANGED, signal);
}

/**
 * Debounced {@link notifyConsoles}: at most one signal per interval, after the last change. Call after the commit.
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
