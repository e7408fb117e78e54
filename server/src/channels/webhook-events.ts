import { isFanfareChannel } from "@fanfare/contract/channel";
import type { Cancel, Clock } from "@fanfare/contract/clock";
import type { AppId } from "@fanfare/contract/ids";
import { limits } from "@fanfare/contract/limits";
import type { WebhookEvent } from "@fanfare/contract/webhook";
import type { ChannelHappening } from "./observer.ts";

/** Makes of what happens on channels what a back end is told. */
export interface WebhookEvents {
  observe(app_id: AppId, happening: ChannelHappening): void;
  /** Takes everyone who is missing for gone, without waiting any longer. */
  settle(): void;
}

interface Absence {
  readonly app_id: AppId;
  /** What is told when nobody comes back. */
  readonly event: WebhookEvent;
  readonly due_ms: number;
}

/**
 * The rules of the Pusher protocol, "Webhooks": that somebody is gone is told only after `limits.webhook_absence_ms`, and
 * not at all when they come back in that time; then their return is not told either. A cache miss is told once while it
 * lasts. The channels by which Fanfare talks to its own SDK are no concern of an app's back end and are left out.
 *
 * State: who is missing, in the order in which they went, with one timer for the first of them; and which cache channels
 * were told to be empty. Everything else goes straight through.
 *
 * @example
 * const events = createWebhookEvents({ clock, emit: (app_id, event) => batches.add(app_id, event) });
 * events.observe(app.id, { kind: "occupied", channel });
 */
export function createWebhookEvents(deps: {
  readonly clock: Clock;
  readonly emit: (app_id: AppId, event: WebhookEvent) => void;
}): WebhookEvents {
  const { clock, emit } = deps;
  const missing = new Map<string, Absence>();
  const empty_caches = new Set<string>();
  let cancelTimer: Cancel | undefined;

  const watch = (): void => {
    const [first] = missing.values();
    if (first === undefined) {
      cancelTimer?.();
      cancelTimer = undefined;
    } else {
      cancelTimer ??= clock.after(Math.max(0, first.due_ms - clock.now()), giveUpWaiting);
    }
  };
  const giveUpWaiting = (): void => {
    cancelTimer = undefined;
    for (const [key, absence] of missing) {
      const left_ms = absence.due_ms - clock.now();
      // More than the whole time is left only when the clock was set back: then the wait is over too.
      if (left_ms > 0 && left_ms <= limits.webhook_absence_ms) break;
      missing.delete(key);
      emit(absence.app_id, absence.event);
    }
    watch();
  };
  const went = (key: string, app_id: AppId, event: WebhookEvent): void => {
    missing.set(key, { app_id, event, due_ms: clock.now() + limits.webhook_absence_ms });
    watch();
  };
  const came = (key: string, app_id: AppId, event: WebhookEvent): void => {
    if (missing.delete(key)) watch();
    else emit(app_id, event);
  };
  const missedCache = (key: string, app_id: AppId, event: WebhookEvent): void => {
    if (empty_caches.has(key)) return;
    empty_caches.add(key);
    for (const oldest of empty_caches) {
      if (empty_caches.size <= limits.cached_channels_max) break;
      empty_caches.delete(oldest);
    }
    emit(app_id, event);
  };

  return {
    observe(app_id, happening) {
      const { channel } = happening;
      if (isFanfareChannel(channel)) return;
      // `:` occurs in no app id and in no channel name, and a user id comes last: no two keys are alike.
      const key = `${app_id}:${channel}`;
      switch (happening.kind) {
        case "occupied":
          came(key, app_id, { name: "channel_occupied", channel });
          return;
        case "vacated":
          went(key, app_id, { name: "channel_vacated", channel });
          return;
        case "member_added": {
          const { user_id } = happening;
          came(`${key}:${user_id}`, app_id, { name: "member_added", channel, user_id });
          return;
        }
        case "member_removed": {
          const { user_id } = happening;
          went(`${key}:${user_id}`, app_id, { name: "member_removed", channel, user_id });
          return;
        }
        case "client_event": {
          const { event, data, socket_id, user_id } = happening;
          const told = { name: "client_event", channel, event, data, socket_id } as const;
          emit(app_id, user_id === undefined ? told : { ...told, user_id });
          return;
        }
        case "cache_miss":
          missedCache(key, app_id, { name: "cache_miss", channel });
          return;
        case "cache_filled":
          empty_caches.delete(key);
          return;
        case "subscription_count":
          emit(app_id, { name: "subscription_count", channel, subscription_count: happening.count });
          return;
      }
    },
    settle() {
      const gone = [...missing.values()];
      missing.clear();
      watch();
      for (const { app_id, event } of gone) emit(app_id, event);
    },
  };
}
