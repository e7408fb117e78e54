import { bodyOfVariant } from "@fanfare/contract/realtime/message-experiment";
import type { PersonEmails } from "@fanfare/contract/schema/responses/realtime/live-update";
import type { Cause } from "@fanfare/contract/wording/cause";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { toIso } from "../../store/columns.ts";
import type { PersonRow } from "../../store/statements/people/people.ts";
import type { LiveUpdateRow } from "../../store/statements/realtime/live-updates.ts";
import {
  liveUpdatesOfQueue,
  type MessageQueue,
  type QueuedMessage,
  queuedFor,
} from "../../store/statements/realtime/message-queue.ts";
import type { WriteDeps } from "../../store/store.ts";
import { variantsFor } from "./inbox.ts";
import { targetsOfPerson } from "./missed-message.ts";
import { testedOf } from "./present-message.ts";
import type { QueuedDecision } from "./queued-messages.ts";

type Deps = Pick<WriteDeps, "store" | "clock">;
/** The same for emails and notifications. */
type ExplainedItem = PersonEmails["items"][number];

export interface ExplainRules<Queue extends MessageQueue> {
  readonly messages_max: number;
  /** When a person's message that isn't queued would be due. */
  readonly dueMs: (message: LiveUpdateRow, time_zone: string | null) => number;
  /** Whether people are still being queued. */
  readonly isOpen: (message: LiveUpdateRow) => boolean;
  readonly decide: (
    store: WriteDeps["store"],
    message: LiveUpdateRow,
    person: PersonRow,
    now_ms: number,
  ) => Promise<QueuedDecision<unknown, Skip<Queue>>>;
  readonly causeOf: (code: Skip<Queue> | "waiting" | "paused" | "joined_later") => Cause;
  /** Why and when a message ended. */
  readonly ended: (queued: QueuedMessage<Queue>) => { readonly cause: Cause; readonly at_ms: number };
}
type Skip<Queue extends MessageQueue> = NonNullable<QueuedMessage<Queue>["reason"]>;

/** For the newest live updates of the queue whose audience the person is in, why they get its message or not. */
export async function explainQueue<Queue extends MessageQueue>(
  deps: Deps,
  app: AppRecord,
  person: PersonRow,
  queue: Queue,
  rules: ExplainRules<Queue>,
): Promise<ExplainedItem[]> {
  const { db } = deps.store;
  const about = { app_id: app.id, person_id: person.id, targets: await targetsOfPerson({ db }, person) };
  const messages = await liveUpdatesOfQueue(db, queue, about, rules.messages_max);
  const ids = messages.map(({ id }) => id);
  const queued = new Map((await queuedFor(db, queue, person.id, ids)).map((row) => [row.live_update_id, row]));
  const variants = await variantsFor(deps, person, messages);
  return Promise.all(
    messages.map(async (message) => ({
      live_update_id: message.id,
      body: bodyOfVariant(testedOf(message), variants.get(message.id) ?? "a"),
      ...(await explainOne(deps, message, person, queued.get(message.id), rules)),
    })),
  );
}

async function explainOne<Queue extends MessageQueue>(
  { store, clock }: Deps,
  message: LiveUpdateRow,
  person: PersonRow,
  queued: QueuedMessage<Queue> | undefined,
  rules: ExplainRules<Queue>,
): Promise<Pick<ExplainedItem, "state" | "cause" | "at">> {
  const now_ms = clock.now();
  if (queued !== undefined && queued.state !== "pending" && queued.state !== "claimed") {
    const { cause, at_ms } = rules.ended(queued);
    return { state: queued.state, cause, at: toIso(at_ms) };
  }
  const due_ms = Math.max(now_ms, queued?.next_at ?? rules.dueMs(message, person.time_zone));
  const decision = await rules.decide(store, message, person, now_ms);
  switch (decision.outcome) {
    case "skip":
      return { state: "skipped", cause: rules.causeOf(decision.reason), at: toIso(due_ms) };
    case "send":
    case "wait": {
      // Nothing is sent to people who weren't queued with the others.
      if (queued === undefined && !rules.isOpen(message)) {
        return { state: "skipped", cause: rules.causeOf("joined_later"), at: toIso(due_ms) };
      }
      if (decision.outcome === "send") {
        return { state: "waiting", cause: rules.causeOf(queued?.reason ?? "waiting"), at: toIso(due_ms) };
      }
      const cause = rules.causeOf(decision.paused ? "paused" : "waiting");
      return { state: "waiting", cause, at: toIso(Math.max(due_ms, decision.until_ms)) };
    }
  }
}
