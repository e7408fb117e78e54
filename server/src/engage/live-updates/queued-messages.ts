import type { Clock } from "@fanfare/contract/lib/clock";
import type { PersonRow } from "../../store/statements/people/people.ts";
import type { LiveUpdateRow } from "../../store/statements/realtime/live-updates.ts";
import {
  changeQueued,
  countPending,
  dueQueues,
  failInterrupted,
  insertQueued,
  type MessageQueue,
  moveQueue,
  nextRecipients,
  type QueuedChange,
  type QueuedMessage,
} from "../../store/statements/realtime/message-queue.ts";
import type { Store } from "../../store/store.ts";
import { afterQuietHours } from "./missed-message.ts";
import { audienceOf } from "./present-message.ts";

interface Deps {
  readonly clock: Pick<Clock, "now">;
  readonly store: Store;
}

/** Whom a queue reaches, and when. */
export interface QueueRules {
  readonly pending_max: number;
  readonly queued_at_once: number;
  /** A message that is being sent this long was interrupted. */
  readonly claim_ms: number;
  readonly reachable: (row: LiveUpdateRow) => Parameters<typeof nextRecipients>[4]["reachable"];
  /** Undefined: the person can't be reached after all. */
  readonly dueMs: (row: LiveUpdateRow, person: PersonRow) => number | undefined;
}

const QUEUES_PER_RUN = 20;

/** Queues the next people of the live updates that are due, and gives up what a stopped server was sending. */
export async function fillQueue(deps: Deps, queue: MessageQueue, rules: QueueRules): Promise<void> {
  const { clock, store } = deps;
  const now_ms = clock.now();
  await store.write([{ query: failInterrupted(store.db, queue, now_ms - rules.claim_ms, now_ms) }]);
  const rows = await dueQueues(store.db, queue, now_ms, QUEUES_PER_RUN);
  for (const row of rows) await queueNext(deps, queue, row, rules);
}

/** Queues the next people of a live update's audience, unless enough are queued. */
async function queueNext({ clock, store }: Deps, queue: MessageQueue, row: LiveUpdateRow, rules: QueueRules) {
  const { db } = store;
  if ((await countPending(db, queue, row.id)) >= rules.pending_max) return;
  const reach = { reachable: rules.reachable(row), limit: rules.queued_at_once };
  const people = await nextRecipients(db, queue, row, audienceOf(row), reach);
  const now_ms = clock.now();
  const messages = people.flatMap((person) => {
    const next_at = rules.dueMs(row, person);
    return next_at === undefined ? [] : [{ live_update_id: row.id, person_id: person.id, next_at }];
  });
  const last = people.length < rules.queued_at_once ? undefined : people.at(-1);
  await store.write([
    { query: moveQueue(db, queue, row, last?.id, now_ms), expect: 1 },
    ...(messages.length === 0 ? [] : [{ query: insertQueued(db, queue, messages, now_ms) }]),
  ]);
}

/** `wait`: until the person's quiet hours end, or until they get messages again. */
export type QueuedDecision<To, Reason> =
  | { readonly outcome: "send"; readonly to: To }
  | { readonly outcome: "wait"; readonly until_ms: number; readonly paused: boolean }
  | { readonly outcome: "skip"; readonly reason: Reason };

/** When a person who still needs a message gets it: not in their quiet hours, nor while they paused messages. */
export function sendOrWait<To>(
  message: LiveUpdateRow,
  { time_zone }: Pick<PersonRow, "time_zone">,
  paused_until: number | null,
  { to, now_ms }: { readonly to: To; readonly now_ms: number },
): QueuedDecision<To, never> {
  const paused = paused_until !== null && message.priority !== "high";
  const until_ms = afterQuietHours(message, time_zone, paused ? paused_until : now_ms);
  return until_ms > now_ms ? { outcome: "wait", until_ms, paused } : { outcome: "send", to };
}

export async function postpone(
  { clock, store }: Deps,
  queue: MessageQueue,
  queued: QueuedMessage,
  next_at: number,
): Promise<void> {
  await store.write([{ query: changeQueued(store.db, queue, queued, { next_at }, clock.now()) }]);
}

/**
 * Does what was decided about a queued message. It's claimed in the database before it's sent, so that no one gets it
 * twice. `send` returns what happened to it.
 */
export async function sendQueued<Queue extends MessageQueue, To>(
  deps: Deps,
  queue: Queue,
  queued: QueuedMessage<Queue>,
  decision: QueuedDecision<To, NonNullable<QueuedMessage<Queue>["reason"]>>,
  send: (to: To) => Promise<QueuedChange<Queue>>,
): Promise<void> {
  const { clock, store } = deps;
  const { db } = store;
  switch (decision.outcome) {
    case "skip": {
      const skipped = { state: "skipped", reason: decision.reason } as const;
      await store.write([{ query: changeQueued(db, queue, queued, skipped, clock.now()) }]);
      return;
    }
    case "wait":
      return postpone(deps, queue, queued, decision.until_ms);
    case "send": {
      const claim = changeQueued(db, queue, queued, { state: "claimed" }, clock.now());
      const claimed = await store.write([{ query: claim, expect: 1 }]);
      // Another process was faster, or the person was erased.
      if (claimed.outcome !== "committed") return;
      const change = await send(decision.to);
      await store.write([{ query: changeQueued(db, queue, { ...queued, state: "claimed" }, change, clock.now()) }]);
    }
  }
}
