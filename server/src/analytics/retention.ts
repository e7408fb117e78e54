import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import { DAY_MS, HOUR_MS, limits } from "@fanfare/contract/limits";
import type { AppDirectory, AppRecord } from "../accounts/apps/app-directory.ts";
import type { Log } from "../lib/log.ts";
import { deleteOldEvents } from "../store/statements/analytics/events.ts";
import { deleteOldGroupEventDays } from "../store/statements/analytics/group-event-days.ts";
import { deleteOldDecisions } from "../store/statements/content/decision-log.ts";
import {
  deleteEndedImports,
  deleteImportRows,
  endedWithRows,
  expireImports,
} from "../store/statements/people/people-imports.ts";
import { deleteOldDeliveries } from "../store/statements/realtime/webhook-deliveries.ts";
import { purgeDeleted } from "../store/statements/soft-deletes.ts";
import type { Statement, Store } from "../store/store.ts";

export interface Retention {
  /** Starts periodic sweeps. The first one runs after a short delay. */
  start(): void;
  /** Deletes expired data of all apps and returns the number of deleted rows. The next sweep repeats apps that fail. */
  sweep(): Promise<number>;
  /** Resolves when the sweep under way is over. */
  stop(): Promise<void>;
}

/**
 * Deletes events and decisions past each app's retention, finished imports, deliveries of webhooks and destinations, and soft-deleted rows past their restore
 * period. Keeps roll-ups, runs, and milestones, so that reports don't change. Works in small batches that don't block
 * writers.
 *
 * @example
 * const retention = createRetention({ clock, log, store, apps });
 * retention.start();
 */
export function createRetention(deps: {
  readonly clock: Pick<Clock, "now" | "after">;
  readonly log: Log;
  readonly store: Store;
  readonly apps: Pick<AppDirectory, "all">;
}): Retention {
  const { clock, log, store, apps } = deps;
  let cancel: Cancel | undefined;
  let stopped = false;
  let sweeping: Promise<unknown> = Promise.resolve();

  const forgetAll = (query: Statement["query"]): Promise<number> => forgetSteps(query, limits.events_forgotten_at_once);
  /** Repeats until a step deletes fewer than `rows_min` rows. */
  const forgetSteps = async (query: Statement["query"], rows_min: number): Promise<number> => {
    let deleted_rows = 0;
    while (!stopped) {
      const written = await store.write([{ query }]);
      const rows = written.outcome === "committed" ? (written.results[0]?.affected ?? 0) : 0;
      deleted_rows += rows;
      if (rows < rows_min) break;
    }
    return deleted_rows;
  };

  const sweepApp = async ({ id, settings }: AppRecord): Promise<number> => {
    const { events_kept_days, decision_log_days } = settings.limits;
    const before = (days: number): number => clock.now() - days * DAY_MS;
    const at_once = limits.events_forgotten_at_once;
    const events = await forgetAll(deleteOldEvents(store.db, id, before(events_kept_days), at_once));
    await forgetAll(deleteOldGroupEventDays(store.db, id, before(events_kept_days), at_once));
    const decisions = await forgetAll(deleteOldDecisions(store.db, id, before(decision_log_days), at_once));
    await forgetAll(deleteOldDeliveries(store.db, id, before(limits.webhook_deliveries_kept_days), at_once));
    const now_ms = clock.now();
    const waiting_since = now_ms - limits.people_import_waiting_hours * HOUR_MS;
    await store.write([
      { query: expireImports(store.db, id, waiting_since, now_ms) },
      { query: deleteEndedImports(store.db, id, before(limits.people_import_kept_days)) },
    ]);
    for (const import_id of await endedWithRows(store.db)) {
      await forgetSteps(deleteImportRows(store.db, import_id, limits.people_import_forgotten_at_once), 1);
    }
    if (events + decisions > 0) log.info("data_forgotten", { app_id: id, events, decisions });
    return events + decisions;
  };

  const sweep = async (): Promise<number> => {
    let deleted_rows = 0;
    for (const app of apps.all()) {
      deleted_rows += await sweepApp(app).catch((error: unknown) => {
        log.warn("retention_failed", { app_id: app.id, error });
        return 0;
      });
    }
    const deleted = purgeDeleted(store.db, clock.now() - limits.deleted_kept_days * DAY_MS);
    await store.write(deleted.map((query) => ({ query })));
    return deleted_rows;
  };

  const next = (delay_ms: number): void => {
    if (stopped) return;
    cancel = clock.after(delay_ms, () => {
      sweeping = sweep()
        .catch((error: unknown) => log.warn("retention_failed", { error }))
        .finally(() => next(limits.retention_interval_ms));
    });
  };

  return {
    start: () => next(limits.retention_first_ms),
    sweep,
    async stop() {
      stopped = true;
      cancel?.();
      await sweeping;
    },
  };
}
