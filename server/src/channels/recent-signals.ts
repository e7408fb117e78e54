import type { Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { PERSON_CHANGED } from "@fanfare/contract/realtime/change-signal";
import { isFanfareChannel } from "@fanfare/contract/realtime/channel";
import { MESSAGE, type MessageSignal } from "@fanfare/contract/realtime/live-update";
import { asObject, parseJson } from "../lib/json.ts";
import { createEventCache } from "./event-cache.ts";
import type { CachedEvent } from "./subscriber.ts";

/**
 * The last signals on Fanfare's own channels. A page requests its content first and subscribes afterwards, so a signal
 * in between would be lost. New subscribers therefore get those of the last `signal_kept_s` seconds.
 */
export interface RecentSignals {
  /** Stores the event if it's a signal that a page must not miss. */
  remember(app_id: string, channel: string, event: CachedEvent): void;
  recall(app_id: string, channel: string): readonly CachedEvent[];
}

const SIGNALS = [PERSON_CHANGED, MESSAGE] as const;
type SignalName = (typeof SIGNALS)[number];

/**
 * @example
 * const signals = createRecentSignals(clock);
 * signals.remember(app.id, personChannel("u_42"), { event: PERSON_CHANGED, data: '{"kind":"runs","socket_id":null}' });
 * signals.recall(app.id, personChannel("u_42")).length; // 1
 */
export function createRecentSignals(clock: Pick<Clock, "now">): RecentSignals {
  const allowed = { cached_channels_max: limits.signals_kept_max, cache_ttl_s: limits.signal_kept_s };
  const kept = { [PERSON_CHANGED]: createEventCache(clock), [MESSAGE]: createEventCache(clock) };
  return {
    remember(app_id, channel, { event, data }) {
      if (!isSignal(event) || !isFanfareChannel(channel)) return;
      const repeated = repeatedData(event, data);
      if (repeated !== undefined) kept[event].remember(app_id, channel, { event, data: repeated }, allowed);
    },
    recall(app_id, channel) {
      if (!isFanfareChannel(channel)) return NONE;
      return SIGNALS.flatMap((event) => {
        const cached = kept[event].recall(app_id, channel);
        return cached === undefined ? [] : [{ event, data: cached.data }];
      });
    },
  };
}

const NONE: readonly CachedEvent[] = [];

const isSignal = (event: string): event is SignalName => event === PERSON_CHANGED || event === MESSAGE;

/** Data for later subscribers, or undefined if they don't need the signal. */
function repeatedData(event: SignalName, data: string): string | undefined {
  const signal = asObject(parseJson(data));
  if (signal === undefined) return undefined;
  const { kind, socket_id, spread_ms } = signal;
  switch (event) {
    case PERSON_CHANGED:
      // Runs of a page's own tour: the next page of the same visit would request its content twice.
      return kind === "runs" && socket_id !== null ? undefined : data;
    case MESSAGE:
      // Without the message: it may have been dismissed on another device in the meantime.
      return JSON.stringify({ spread_ms: typeof spread_ms === "number" ? spread_ms : 0 } satisfies MessageSignal);
  }
}
