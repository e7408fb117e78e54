import type { Clock } from "@fanfare/contract/clock";
import { limits } from "@fanfare/contract/limits";
import type { Cached } from "./subscriber.ts";

/** The last event of each cache channel, for those who come later. Lives on without subscribers until its time is up. */
export interface EventCache {
  remember(app_id: string, channel: string, cached: Cached): void;
  recall(app_id: string, channel: string): (Cached & { readonly ttl_s: number }) | undefined;
}

/** Holds the `limits.cached_channels_max` channels that were written last, each for `limits.cache_ttl_s` seconds. */
export function createEventCache(clock: Pick<Clock, "now">): EventCache {
  const entries = new Map<string, { readonly cached: Cached; readonly expires_ms: number }>();
  const keyOf = (app_id: string, channel: string): string => `${app_id}:${channel}`;
  return {
    remember(app_id, channel, cached) {
      const key = keyOf(app_id, channel);
      // Deleting first moves the entry to the end: the map's order is the order of writing.
      entries.delete(key);
      entries.set(key, { cached, expires_ms: clock.now() + limits.cache_ttl_s * 1_000 });
      for (const oldest of entries.keys()) {
        if (entries.size <= limits.cached_channels_max) break;
        entries.delete(oldest);
      }
    },
    recall(app_id, channel) {
      const key = keyOf(app_id, channel);
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      const left_ms = entry.expires_ms - clock.now();
      if (left_ms > 0) return { ...entry.cached, ttl_s: Math.ceil(left_ms / 1_000) };
      entries.delete(key);
      return undefined;
    },
  };
}
