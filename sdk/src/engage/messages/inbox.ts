import type { LiveMessage, LiveUpdatePriority } from "@fanfare/contract/realtime/live-update";

const URGENCY: Readonly<Record<LiveUpdatePriority, number>> = { high: 0, normal: 1, low: 2 };

export interface Inbox {
  /** Adds messages that are new here. One with a collapse key replaces an older one that is waiting. */
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
        const rivals = [...held.values()].filter(
          ({ collapse_key }) => collapse_key !== null && collapse_key === message.collapse_key,
        );
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
