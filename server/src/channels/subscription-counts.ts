import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import type { AppSettings } from "@fanfare/contract/realtime/app-settings";
import { hasMembers, type OccupiedChannel, subscriptionCount } from "./occupied-channel.ts";

export interface SubscriptionCounts {
  changed(occupied: OccupiedChannel): void;
  /** Call when the channel has no subscribers left. */
  remove(occupied: OccupiedChannel): void;
}

/**
 * For channels without members, if the app enables it. Sends immediately up to `counted_at_once_max` subscribers. Above
 * that, sends at most every `count_interval_ms`, and once more after the last change.
 */
export function createSubscriptionCounts(deps: {
  readonly clock: Clock;
  readonly settingsOf: (app_id: OccupiedChannel["app_id"]) => AppSettings;
  readonly send: (occupied: OccupiedChannel, count: number) => void;
}): SubscriptionCounts {
  const { clock } = deps;
  // Holds only currently large channels. Small ones are sent immediately and need no state.
  const sent_ms = new Map<OccupiedChannel, number>();
  const waiting = new Map<OccupiedChannel, Cancel>();

  const sendNow = (occupied: OccupiedChannel): void => {
    waiting.delete(occupied);
    const count = subscriptionCount(occupied);
    if (count > deps.settingsOf(occupied.app_id).limits.counted_at_once_max) sent_ms.set(occupied, clock.now());
    else sent_ms.delete(occupied);
    deps.send(occupied, count);
  };

  return {
    changed(occupied) {
      const { subscription_counts, limits } = deps.settingsOf(occupied.app_id);
      if (!subscription_counts || hasMembers(occupied.channel.kind) || waiting.has(occupied)) return;
      const last_ms = sent_ms.get(occupied);
      const wait_ms = last_ms === undefined ? 0 : last_ms + limits.count_interval_ms - clock.now();
      if (subscriptionCount(occupied) <= limits.counted_at_once_max || wait_ms <= 0) sendNow(occupied);
      else
        waiting.set(
          occupied,
          clock.after(wait_ms, () => sendNow(occupied)),
        );
    },
    remove(occupied) {
      sent_ms.delete(occupied);
      waiting.get(occupied)?.();
      waiting.delete(occupied);
    },
  };
}
