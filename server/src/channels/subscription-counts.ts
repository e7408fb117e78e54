import type { AppSettings } from "@fanfare/contract/app-settings";
import type { Cancel, Clock } from "@fanfare/contract/clock";
import { hasMembers, type Room, subscriptionsOf } from "./room.ts";

/** Tells the subscribers of a channel how many they are. */
export interface SubscriptionCounts {
  /** The number has changed. */
  changed(room: Room): void;
  /** Nobody is left to be told. */
  forget(room: Room): void;
}

/**
 * On channels without members, and where the app wants it: at once up to its `counted_at_once_max` subscribers, above that
 * at most every `count_interval_ms` and always once more after the last change.
 */
export function createSubscriptionCounts(deps: {
  readonly clock: Clock;
  readonly settingsOf: (app_id: Room["app_id"]) => AppSettings;
  readonly tell: (room: Room, count: number) => void;
}): SubscriptionCounts {
  const { clock } = deps;
  // Only of channels that are large now: what is small is told at once and needs no memory.
  const told_ms = new Map<Room, number>();
  const waiting = new Map<Room, Cancel>();

  const tellNow = (room: Room): void => {
    waiting.delete(room);
    const count = subscriptionsOf(room);
    if (count > deps.settingsOf(room.app_id).limits.counted_at_once_max) told_ms.set(room, clock.now());
    else told_ms.delete(room);
    deps.tell(room, count);
  };

  return {
    changed(room) {
      const { subscription_counts, limits } = deps.settingsOf(room.app_id);
      if (!subscription_counts || hasMembers(room.channel.kind) || waiting.has(room)) return;
      const last_ms = told_ms.get(room);
      const wait_ms = last_ms === undefined ? 0 : last_ms + limits.count_interval_ms - clock.now();
      if (subscriptionsOf(room) <= limits.counted_at_once_max || wait_ms <= 0) tellNow(room);
      else
        waiting.set(
          room,
          clock.after(wait_ms, () => tellNow(room)),
        );
    },
    forget(room) {
      told_ms.delete(room);
      waiting.get(room)?.();
      waiting.delete(room);
    },
  };
}
