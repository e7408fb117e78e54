import type { Clock } from "@fanfare/contract/lib/clock";
import { SECOND_MS } from "@fanfare/contract/limits";
import type { AppLimits } from "@fanfare/contract/realtime/app-settings";
import type { CachedEvent } from "./subscriber.ts";

/** Last event of each cache channel, for later subscribers. Expires with or without subscribers. */
export interface EventCache {
  /**
   * Stores an event for `cache_ttl_s` seconds. Keeps the app's `cached_channels_max` most recently written channels.
   */
  remember(
    app_id: string,
    channel: string,
    cached: CachedEvent,
    allowed: Pick<AppLimits, "cached_channels_max" | "cache_ttl_s">,
  ): void;
  recall(app_id: string, channel: string): (CachedEvent & { readonly ttl_s: number }) | undefined;
  /** Everything stored, for a node that joins. */
  export(): readonly ExportedEvent[];
  /** Replaces everything stored. */
  import(events: readonly ExportedEvent[]): void;
}

export interface ExportedEvent extends CachedEvent {
  readonly app_id: string;
  readonly channel: string;
  readonly expires_ms: number;
}

/** Each app has its own space: its events evict only its own. */
export function createEventCache(clock: Pick<Clock, "now">): EventCache {
  const apps = new Map<string, Map<string, { readonly cached: CachedEvent; readonly expires_ms: number }>>();
  return {
    remember(app_id, channel, cached, allowed) {
      const entries = apps.get(app_id) ?? new Map();
      apps.set(app_id, entries);
      // Delete first, so that the entry moves to the end: the map is ordered by write time.
      entries.delete(channel);
      entries.set(channel, { cached, expires_ms: clock.now() + allowed.cache_ttl_s * SECOND_MS });
      for (const oldest of entries.keys()) {
        if (entries.size <= allowed.cached_channels_max) break;
        entries.delete(oldest);
      }
    },
    recall(app_id, channel) {
      const entries = apps.get(app_id);
      const entry = entries?.get(channel);
      if (entry === undefined) return undefined;
      const left_ms = entry.expires_ms - clock.now();
      if (left_ms > 0) return { ...entry.cached, ttl_s: Math.ceil(left_ms / SECOND_MS) };
      entries?.delete(channel);
      return undefined;
    },
    export: () =>
      [...apps].flatMap(([app_id, entries]) =>
        Array.from(entries, ([channel, { cached, expires_ms }]) => ({ app_id, channel, ...cached, expires_ms })),
      ),
    import(events) {
      apps.clear();
      for (const { app_id, channel, event, data, expires_ms } of events) {
        const entries = apps.get(app_id) ?? new Map();
        apps.set(app_id, entries);
        entries.set(channel, { cached: { event, data }, expires_ms });
      }
    },
  };
}
