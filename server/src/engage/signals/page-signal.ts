import type { Clock } from "@fanfare/contract/lib/clock";
import type { AppId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { EVERYONE_CHANNEL } from "@fanfare/contract/realtime/channel";
import { CONTENT_CHANGED, type ContentChanged } from "@fanfare/contract/schema/client/v1";
import type { AppDirectory } from "../../accounts/apps/app-directory.ts";
import type { Log } from "../../lib/log.ts";
import type { Publish } from "../../lib/publish.ts";
import { raiseConfigVersion } from "../../store/statements/accounts/apps.ts";
import type { Statement, StatementResult, Store } from "../../store/store.ts";
import { notifyConsoles } from "./console-signal.ts";

export interface PageSignalDeps {
  readonly apps: AppDirectory;
  readonly publish: Publish;
  readonly log: Log;
  readonly clock: Clock;
}

/**
 * Notifies open pages of a change. Call after the commit. Refreshes the app first, so that pages that respond get the
 * new state. Without a raised version, only refreshes the app. If the refresh fails, retries later.
 */
export async function notifyPages(
  deps: PageSignalDeps,
  app_id: AppId,
  raised: StatementResult | undefined,
  spread_ms: number,
  tries = 1,
): Promise<void> {
  const config_version = raised === undefined ? undefined : Number(raised.rows[0]?.["config_version"]);
  try {
    await deps.apps.refresh(app_id);
  } catch (error) {
    deps.log.error("app_refresh_failed", { app_id, config_version, tries, error });
    if (tries < limits.app_refresh_tries_max) {
      deps.clock.after(limits.app_refresh_retry_ms, () => void notifyPages(deps, app_id, raised, spread_ms, tries + 1));
    }
    return;
  }
  if (config_version !== undefined) {
    const signal: ContentChanged = { config_version, spread_ms };
    deps.publish(app_id, EVERYONE_CHANNEL, CONTENT_CHANGED, signal);
  }
  notifyConsoles(deps);
}

/** Notifies the pages of all apps after a workspace-wide change that is stored. */
export async function notifyAllPages(
  deps: PageSignalDeps & { readonly store: Pick<Store, "db" | "write"> },
): Promise<void> {
  const { statements, notify } = raiseAllPages(deps);
  const written = await deps.store.write(statements);
  if (written.outcome === "committed") await notify(written.results);
}

export interface PagesRaise {
  /** Write them with the change, so that a server that stops in between can't hide it from pages. */
  readonly statements: readonly Statement[];
  /** Call after the commit, with the results of the statements. */
  notify(results: readonly StatementResult[]): Promise<void>;
}

/** Raises each app's `config_version` for a workspace-wide change. */
export function raiseAllPages(deps: PageSignalDeps & { readonly store: Pick<Store, "db"> }): PagesRaise {
  const apps = deps.apps.all().filter(({ system }) => !system);
  const now_ms = deps.clock.now();
  return {
    statements: apps.map(({ id }) => ({ query: raiseConfigVersion(deps.store.db, id, now_ms) })),
    async notify(results) {
      await Promise.all(apps.map(({ id }, index) => notifyPages(deps, id, results[index], limits.change_spread_ms)));
    },
  };
}
