import { limits } from "@fanfare/contract/limits";
import type { PersonPushes } from "@fanfare/contract/schema/responses/realtime/live-update";
import { pushCause } from "@fanfare/contract/wording/message-pushes";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { requirePerson } from "../../people/person/person-by-name.ts";
import { toIso } from "../../store/columns.ts";
import { pushSubscriptionsOf } from "../../store/statements/realtime/push-subscriptions.ts";
import type { WriteDeps } from "../../store/store.ts";
import { type ExplainRules, explainQueue } from "../live-updates/explain-queue.ts";
import { decidePush, pushDueMs } from "./message-pushes.ts";

const PUSH_RULES: ExplainRules<"pushes"> = {
  messages_max: limits.message_pushes_explained_max,
  dueMs: pushDueMs,
  isOpen: ({ pushes_at }) => pushes_at !== null,
  decide: decidePush,
  causeOf: pushCause,
  ended: ({ state, reason, opened_at, changed_at }) =>
    opened_at === null
      ? { cause: pushCause(state === "sent" ? "sent" : (reason ?? "refused")), at_ms: changed_at }
      : { cause: pushCause("opened"), at_ms: opened_at },
};

/**
 * A person's subscribed browsers, and for the newest live updates with a notification, why they get it or not.
 *
 * @throws ProblemError `person_not_found`.
 */
export async function explainPersonPushes(
  deps: Pick<WriteDeps, "store" | "clock">,
  app: AppRecord,
  name: string,
): Promise<PersonPushes> {
  const person = await requirePerson(deps, app, name);
  const subscriptions = await pushSubscriptionsOf(deps.store.db, person.id);
  return {
    subscriptions: subscriptions.map(({ id, service, created_at, confirmed_at }) => ({
      ...{ id, service, created_at: toIso(created_at), confirmed_at: toIso(confirmed_at) },
    })),
    items: await explainQueue(deps, app, person, "pushes", PUSH_RULES),
  };
}
