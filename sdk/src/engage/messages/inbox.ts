import type { LiveMessage, LiveUpdatePriority } from "@fanfare/contract/realtime/live-update";

const URGENCY: Readonly<Record<LiveUpdatePriority, number>> = { high: 0, normal: 1, low: 2 };

/** Messages of one thread replace each other: those with the same collapse key, or one and its resends. */
export const threadOf = ({ id, collapse_key, resend_of }: LiveMessage): string => collapse_key ?? resend_of ?? id;

export interface Inbox {
  /** Adds messages that are new here. One replaces an older one of its thread that is waiting. */
  add(messages: readonly LiveMessage[]): void;
  /** Removes and returns the next message to show: urgent ones first, then the oldest. */
  take(now_ms: number): LiveMessage | undefined;
  clear(): void;
}

export function createInbox(): Inbox {
  const held = new Map<string, LiveMessage>();
  return {
    add(messages) {
      for (const message of messages) {
        held.set(message.id, message);
        const rivals = [...held.values()].filter((other) => threadOf(other) === threadOf(message));
        const newest = Math.max(...rivals.map(({ position }) => position));
        for (const { id, position } of rivals) if (position < newest) held.delete(id);
      }
    },
    take(now_ms) {
      for (const [id, { expires_at }] of held) if (Date.parse(expires_at) <= now_ms) held.delete(id);
      const [first] = [...held.values()].sort(
        (one, other) => URGENCY[one.priority] - URGENCY[other.priority] || one.position - other.position,
      );
      if (first !== undefined) held.delete(first.id);
      return first;
    },
    clear: () => held.clear(),
  };
}
