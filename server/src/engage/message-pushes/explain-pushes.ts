import { limits } from "@fanfare/contract/limits";
import { bodyOfVariant } from "@fanfare/contract/realtime/message-experiment";
import { type MessagePushState, PUSH_FAILURES } from "@fanfare/contract/realtime/message-push";
import type { PersonPushes } from "@fanfare/contract/schema/responses/realtime/live-update";
import type { Cause } from "@fanfare/contract/wording/cause";
import { pushCause } from "@fanfare/contract/wording/message-pushes";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { requirePerson } from "../../people/person/person-by-name.ts";
import { toIso } from "../../store/columns.ts";
import type { PersonRow } from "../../store/statements/people/people.ts";
import type { LiveUpdateRow } from "../../store/statements/realtime/live-updates.ts";
import {
  type MessagePushRow,
  messagePushesOf,
  pushedLiveUpdates,
} from "../../store/statements/realtime/message-pushes.ts";
import { pushSubscriptionsOf } from "../../store/statements/realtime/push-subscriptions.ts";
import type { WriteDeps } from "../../store/store.ts";
import { variantsFor } from "../live-updates/inbox.ts";
import { targetsOfPerson } from "../live-updates/missed-message.ts";
import { testedOf } from "../live-updates/present-message.ts";
import { decidePush, pushDueMs } from "./message-pushes.ts";

type Deps = Pick<WriteDeps, "store" | "clock">;

/**
 * A person's subscribed browsers, and for the newest live updates with a notification, why they get it or not.
 *
 * @throws ProblemError `person_not_found`.
 */
export async function explainPersonPushes(deps: Deps, app: AppRecord, name: string): Promise<PersonPushes> {
  const { db } = deps.store;
  const person = await requirePerson(deps, app, name);
  const about = { app_id: app.id, person_id: person.id, targets: await targetsOfPerson({ db }, person) };
  const [messages, subscriptions] = await Promise.all([
    pushedLiveUpdates(db, about, limits.message_pushes_explained_max),
    pushSubscriptionsOf(db, person.id),
  ]);
  const pushes = await messagePushesOf(
    db,
    person.id,
    messages.map(({ id }) => id),
  );
  const by_message = new Map(pushes.map((push) => [push.live_update_id, push]));
  const variants = await variantsFor(deps, person, messages);
  const items = messages.map(async (message) => ({
    live_update_id: message.id,
    body: bodyOfVariant(testedOf(message), variants.get(message.id) ?? "a"),
    ...(await explainOne(deps, message, person, by_message.get(message.id))),
  }));
  return {
    subscriptions: subscriptions.map(({ id, service, created_at, confirmed_at }) => ({
      ...{ id, service, created_at: toIso(created_at), confirmed_at: toIso(confirmed_at) },
    })),
    items: await Promise.all(items),
  };
}

interface Explained {
  readonly state: MessagePushState;
  readonly cause: Cause;
  readonly at: string;
}

async function explainOne(
  { store, clock }: Deps,
  message: LiveUpdateRow,
  person: PersonRow,
  push: MessagePushRow | undefined,
): Promise<Explained> {
  const now_ms = clock.now();
  if (push !== undefined && push.state !== "pending" && push.state !== "claimed") return explainDone(push, push.state);
  const due_ms = Math.max(now_ms, push?.next_at ?? pushDueMs(message, person.time_zone));
  const decision = await decidePush(store, message, person, now_ms);
  if (decision.outcome === "skip") return { state: "skipped", cause: pushCause(decision.reason), at: toIso(due_ms) };
  // No notification is sent to people who weren't queued with the others.
  if (push === undefined && message.pushes_at === null) {
    return { state: "skipped", cause: pushCause("joined_later"), at: toIso(due_ms) };
  }
  const failure = PUSH_FAILURES.find((each) => each === push?.reason);
  if (decision.outcome === "send") {
    return { state: "waiting", cause: pushCause(failure ?? "waiting"), at: toIso(due_ms) };
  }
  const cause = pushCause(decision.paused ? "paused" : "waiting");
  return { state: "waiting", cause, at: toIso(Math.max(due_ms, decision.until_ms)) };
}

function explainDone(
  { reason, opened_at, changed_at }: MessagePushRow,
  state: "sent" | "failed" | "skipped",
): Explained {
  if (opened_at !== null) return { state, cause: pushCause("opened"), at: toIso(opened_at) };
  return { state, cause: pushCause(state === "sent" ? "sent" : (reason ?? "refused")), at: toIso(changed_at) };
}
