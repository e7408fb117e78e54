import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import type { AppSettings } from "@fanfare/contract/realtime/app-settings";
import { hasMembers, type OccupiedChannel } from "./occupied-channel.ts";

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
  readonly countOf: (occupied: OccupiedChannel) => number;
  readonly send: (occupied: OccupiedChannel, count: number) => void;
}): SubscriptionCounts {
  const { clock, countOf } = deps;
  // Holds only currently large channels. Small ones are sent immediately and need no state.
  const sent_ms = new Map<string, number>();
  const waiting = new Map<string, Cancel>();
  // App IDs and channel names contain no `:`, so keys are unique.
  const keyOf = ({ app_id, channel }: OccupiedChannel): string => `${app_id}:${channel.name}`;

  const sendNow = (occupied: OccupiedChannel): void => {
    const key = keyOf(occupied);
    waiting.delete(key);
    const count = countOf(occupied);
    if (count > deps.settingsOf(occupied.app_id).limits.counted_at_once_max) sent_ms.set(key, clock.now());
    else sent_ms.delete(key);
    deps.send(occupied, count);
  };

  return {
    changed(occupied) {
      const { subscription_counts, limits } = deps.settingsOf(occupied.app_id);
      if (!subscription_counts || hasMembers(occupied.channel.kind)) return;
      const key = keyOf(occupied);
      if (waiting.has(key)) return;
      const last_ms = sent_ms.get(key);
      const wait_ms = last_ms === undefined ? 0 : last_ms + limits.count_interval_ms - clock.now();
      if (countOf(occupied) <= limits.counted_at_once_max || wait_ms <= 0) sendNow(occupied);
      else
        waiting.set(
          key,
          clock.after(wait_ms, () => sendNow(occupied)),
        );
    },
    remove(occupied) {
      const key = keyOf(occupied);
      sent_ms.delete(key);
      waiting.get(key)?.();
      waiting.delete(key);
    },
  };
}
