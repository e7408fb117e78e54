import { type Cancel, PLATFORM_TIMER_MAX_MS } from "@fanfare/contract/lib/clock";
import type { AppId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { CONTENT_CHANGED } from "@fanfare/contract/realtime/change-signal";
import { EVERYONE_CHANNEL } from "@fanfare/contract/realtime/channel";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import { nextBoundary } from "@fanfare/contract/targeting/schedule";
import type { Publish } from "../../lib/publish.ts";
import { fromJson } from "../../store/columns.ts";
import { raiseConfigVersion } from "../../store/statements/accounts/apps.ts";
import { publishedIn } from "../../store/statements/content/published.ts";
import type { Store } from "../../store/store.ts";
import { notifyPages, type PageSignalDeps } from "./page-signal.ts";

export interface ScheduleSignal {
  /** Same as the given `publish`, but re-plans the timers after a content change. */
  readonly publish: Publish;
  start(): Promise<void>;
  stop(): void;
}

/**
 * Notifies open pages when a schedule starts or ends, so that they don't have to poll. Uses one timer per app with
 * upcoming changes. Schedules in people's local time are evaluated when their pages request content.
 */
export function createScheduleSignal(deps: PageSignalDeps & { readonly store: Store }): ScheduleSignal {
  const { clock, store, log } = deps;
  const timers = new Map<AppId, Cancel>();
  let stopped = false;

  const nextOf = async (app_id: AppId, now_ms: number): Promise<number | undefined> => {
    const boundaries = (await publishedIn(store.db, app_id)).flatMap(({ edition }) => {
      const schedule = fromJson(edition, (value) => editionSchema.safeParse(value)).data?.schedule;
      return (schedule && nextBoundary(schedule, now_ms)) ?? [];
    });
    return boundaries.length === 0 ? undefined : Math.min(...boundaries);
  };

  const arrive = async (app_id: AppId): Promise<void> => {
    const written = await store.write([{ query: raiseConfigVersion(store.db, app_id), expect: 1 }]);
    if (written.outcome === "committed") {
      await notifyPages({ ...deps, publish }, app_id, written.results[0], limits.change_spread_ms);
    }
  };

  const plan = async (app_id: AppId): Promise<void> => {
    const now_ms = clock.now();
    const next = await nextOf(app_id, now_ms);
    timers.get(app_id)?.();
    timers.delete(app_id);
    if (next === undefined || stopped) return;
    // Beyond the maximum timer delay, wake up in between and plan again.
    const far = next - now_ms > PLATFORM_TIMER_MAX_MS;
    const cancel = clock.after(Math.min(next - now_ms, PLATFORM_TIMER_MAX_MS), () =>
      run(far ? plan(app_id) : arrive(app_id), app_id),
    );
    timers.set(app_id, cancel);
  };

  const run = (work: Promise<void>, app_id: AppId): void => {
    work.catch((error: unknown) => log.error("schedule_not_told", { app_id, error }));
  };

  const publish: Publish = (app_id, channel, event, data) => {
    if (channel === EVERYONE_CHANNEL && event === CONTENT_CHANGED) run(plan(app_id), app_id);
    return deps.publish(app_id, channel, event, data);
  };

  return {
    publish,
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
