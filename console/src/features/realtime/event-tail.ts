import { limits } from "@fanfare/contract/limits";
import type { TailBatch, TailedEvent } from "@fanfare/contract/schema/realtime/channel";

/** Received events, newest first. New events are buffered while paused or held back. */
export interface EventTail {
  readonly events: readonly TailedEvent[];
  readonly waiting: readonly TailedEvent[];
  readonly paused: boolean;
  /** Set while the member reads further down or in an open event, so that nothing shifts. */
  readonly held_back: boolean;
  /** Number of events that the server dropped because the rate was too high. */
  readonly skipped: number;
}

export const EMPTY_TAIL: EventTail = { events: [], waiting: [], paused: false, held_back: false, skipped: 0 };

export type TailAction =
  | { readonly kind: "heard"; readonly tailed: TailBatch }
  | { readonly kind: "pause" | "resume" | "hold" | "release" | "show" | "clear" };

/**
 * @example
 * reduceTail(EMPTY_TAIL, { kind: "heard", tailed }).events[0]; // the newest
 */
export function reduceTail(tail: EventTail, move: TailAction): EventTail {
  switch (move.kind) {
    case "heard": {
      const fresh = move.tailed.events.toReversed();
      const skipped = tail.skipped + move.tailed.skipped;
      return tail.paused || tail.held_back
        ? { ...tail, skipped, waiting: newest([...fresh, ...tail.waiting]) }
        : { ...tail, skipped, events: newest([...fresh, ...tail.events]) };
    }
    case "pause":
      return { ...tail, paused: true };
    case "resume":
      return { ...shown(tail), paused: false };
    case "hold":
      return { ...tail, held_back: true };
    case "release":
      return { ...(tail.paused ? tail : shown(tail)), held_back: false };
    case "show":
      return shown(tail);
    case "clear":
      return { ...tail, events: [], waiting: [], skipped: 0 };
  }
}

/** Puts buffered events on top. */
function shown(tail: EventTail): EventTail {
  return { ...tail, waiting: [], events: newest([...tail.waiting, ...tail.events]) };
}

/** Filters events by channel or name, case-insensitively. */
export function matching(events: readonly TailedEvent[], text: string): readonly TailedEvent[] {
  const query = text.trim().toLowerCase();
  if (query === "") return events;
  return events.filter(({ channel, event }) => `${channel} ${event}`.toLowerCase().includes(query));
}

/** Channels and names of events with their counts, most frequent first. */
export function namesIn(
  events: readonly TailedEvent[],
): readonly { readonly kind: "channel" | "event"; readonly name: string; readonly count: number }[] {
  const counted = (kind: "channel" | "event") =>
    [...Map.groupBy(events, (event) => event[kind])].map(([name, { length }]) => ({ kind, name, count: length }));
  return [...counted("channel"), ...counted("event")].toSorted((one, other) => other.count - one.count);
}

/** Indents JSON. Returns other data unchanged. */
export function prettyData(data: string): string {
  try {
    return JSON.stringify(JSON.parse(data), null, 2);
  } catch {
    return data;
  }
}

function newest(events: readonly TailedEvent[]): readonly TailedEvent[] {
  return events.slice(0, limits.tail_events_kept_max);
}
