import { limits } from "@fanfare/contract/limits";
import type { Tailed, TailedEvent } from "@fanfare/contract/schema/channel";

/** What the screen keeps of what it heard, the newest first. While it is paused, what comes waits. */
export interface Tail {
  readonly events: readonly TailedEvent[];
  readonly waiting: readonly TailedEvent[];
  readonly paused: boolean;
  /** Events that the server only counted, because too many came at once. */
  readonly skipped: number;
}

export const EMPTY_TAIL: Tail = { events: [], waiting: [], paused: false, skipped: 0 };

export type TailMove =
  | { readonly kind: "heard"; readonly tailed: Tailed }
  | { readonly kind: "pause" | "resume" | "clear" };

/**
 * @example
 * tailAfter(EMPTY_TAIL, { kind: "heard", tailed }).events[0]; // the newest
 */
export function tailAfter(tail: Tail, move: TailMove): Tail {
  switch (move.kind) {
    case "heard": {
      const fresh = move.tailed.events.toReversed();
      const skipped = tail.skipped + move.tailed.skipped;
      return tail.paused
        ? { ...tail, skipped, waiting: kept([...fresh, ...tail.waiting]) }
        : { ...tail, skipped, events: kept([...fresh, ...tail.events]) };
    }
    case "pause":
      return { ...tail, paused: true };
    case "resume":
      return { ...tail, paused: false, waiting: [], events: kept([...tail.waiting, ...tail.events]) };
    case "clear":
      return { ...tail, events: [], waiting: [], skipped: 0 };
  }
}

/** Those whose channel or name has the words in it, in any case. */
export function matching(events: readonly TailedEvent[], words: string): readonly TailedEvent[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === "") return events;
  return events.filter(({ channel, event }) => `${channel} ${event}`.toLowerCase().includes(wanted));
}

/** Data as people read it: JSON with a line for each field, anything else as it is. */
export function prettyData(data: string): string {
  try {
    return JSON.stringify(JSON.parse(data), null, 2);
  } catch {
    return data;
  }
}

function kept(events: readonly TailedEvent[]): readonly TailedEvent[] {
  return events.slice(0, limits.tail_events_kept_max);
}
