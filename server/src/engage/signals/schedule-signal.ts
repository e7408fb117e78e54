import { scheduleWithCountdown } from "@fanfare/contract/content/announcement";
import type { Cancel } from "@fanfare/contract/lib/clock";
import type { AppId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { CONTENT_CHANGED } from "@fanfare/contract/realtime/change-signal";
import { EVERYONE_CHANNEL } from "@fanfare/contract/realtime/channel";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import { nextBoundary, type Schedule } from "@fanfare/contract/targeting/schedule";
import type { Publish } from "../../lib/publish.ts";
import { fromJson } from "../../store/columns.ts";
import { type AppRow, appById, raiseConfigVersionOnce } from "../../store/statements/accounts/apps.ts";
import { publishedIn } from "../../store/statements/content/published.ts";
import type { Store } from "../../store/store.ts";
import { notifyPages, type PageSignalDeps } from "./page-signal.ts";

export interface ScheduleSignal {
  /** Same as the given `publish`, but re-plans the timers after a content change. */
  readonly publish: Publish;
  /** Re-plans the timer of an app that changed on another server. */
  readonly replan: (app_id: AppId) => void;
  start(): Promise<void>;
  stop(): void;
}

export interface ScheduleSignalDeps extends PageSignalDeps {
  readonly store: Store;
  /** With several servers: the clock that they share, so that a wrong clock of one announces nothing early or twice. */
  readonly databaseNow?: (() => Promise<number>) | undefined;
}

/**
 * Notifies open pages when a schedule starts or ends, so that they don't have to poll. Uses one timer per app with
 * upcoming changes. The database knows what was announced: what passed while the server was stopped, or couldn't be
 * stored, is announced later. Of several servers with timers, the first one announces. Schedules in people's local time are evaluated when their pages request content.
 */
export function createScheduleSignal(deps: ScheduleSignalDeps): ScheduleSignal {
  const { clock, store, log } = deps;
  const timers = new Map<AppId, Cancel>();
  let stopped = false;

  const announce = async (app: AppRow, now_ms: number): Promise<void> => {
    const written = await store.write([{ query: raiseConfigVersionOnce(store.db, app, now_ms), expect: 1 }]);
    if (written.outcome === "unmet") return await planOnce(app.id);
    await notifyPages({ ...deps, publish }, app.id, written.results[0], limits.change_spread_ms);
  };

  const wait = (app_id: AppId, delay_ms: number): void => {
    timers.get(app_id)?.();
    timers.delete(app_id);
    if (!stopped)
      timers.set(
        app_id,
        clock.after(delay_ms, () => void plan(app_id)),
      );
  };

  const planOnce = async (app_id: AppId): Promise<void> => {
    const now_ms = await (deps.databaseNow?.() ?? clock.now());
    const app = await appById(store.db, app_id);
    if (app === undefined || stopped) return;
    const schedules = await schedulesIn(store, app_id);
    const passed = firstBoundary(schedules, app.config_raised_at) ?? now_ms + 1;
    // A time in the future was stored before the clock was set back: what was announced is unknown.
    if (passed <= now_ms || app.config_raised_at > now_ms) return await announce(app, now_ms);
    const next = firstBoundary(schedules, now_ms);
    if (next !== undefined) wait(app_id, Math.min(next - now_ms, limits.schedule_wait_ms_max));
  };

  const plan = async (app_id: AppId): Promise<void> => {
    try {
      await planOnce(app_id);
    } catch (error) {
      log.error("schedule_signal_failed", { app_id, error });
      wait(app_id, limits.schedule_retry_ms);
    }
  };

  const publish: Publish = (app_id, channel, event, data) => {
    if (channel === EVERYONE_CHANNEL && event === CONTENT_CHANGED) void plan(app_id);
    return deps.publish(app_id, channel, event, data);
  };

  return {
    publish,
    replan: (app_id) => void plan(app_id),
    async start() {
      await Promise.all(deps.apps.all().map(({ id }) => plan(id)));
    },
    stop() {
      stopped = true;
      for (const cancel of timers.values()) cancel();
      timers.clear();
    },
  };
}

async function schedulesIn({ db }: Store, app_id: AppId): Promise<readonly Schedule[]> {
  return (await publishedIn(db, app_id)).flatMap(({ edition }) => {
    const { data } = fromJson(edition, (value) => editionSchema.safeParse(value));
    return (data && scheduleWithCountdown(data)) ?? [];
  });
}

function firstBoundary(schedules: readonly Schedule[], after_ms: number): number | undefined {
  const boundaries = schedules.flatMap((schedule) => nextBoundary(schedule, after_ms) ?? []);
  return boundaries.length === 0 ? undefined : Math.min(...boundaries);
}
