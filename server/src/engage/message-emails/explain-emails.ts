import { limits } from "@fanfare/contract/limits";
import { EMAIL_FAILURES, type MessageEmailState } from "@fanfare/contract/realtime/message-email";
import { bodyOfVariant } from "@fanfare/contract/realtime/message-experiment";
import type { PersonEmails } from "@fanfare/contract/schema/responses/realtime/live-update";
import type { Cause } from "@fanfare/contract/wording/cause";
import { emailCause } from "@fanfare/contract/wording/message-emails";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { requirePerson } from "../../people/person/person-by-name.ts";
import { toIso } from "../../store/columns.ts";
import type { PersonRow } from "../../store/statements/people/people.ts";
import type { LiveUpdateRow } from "../../store/statements/realtime/live-updates.ts";
import {
  emailedLiveUpdates,
  type MessageEmailRow,
  messageEmailsOf,
  unsubscribedAt,
} from "../../store/statements/realtime/message-emails.ts";
import type { WriteDeps } from "../../store/store.ts";
import { variantsFor } from "../live-updates/inbox.ts";
import { targetsOfPerson } from "../live-updates/missed-message.ts";
import { testedOf } from "../live-updates/present-message.ts";
import { decideEmail, emailDueMs } from "./message-emails.ts";

type Deps = Pick<WriteDeps, "store" | "clock">;

/**
 * Whether a person unsubscribed, and for the newest live updates with an email, why they get it or not.
 *
 * @throws ProblemError `person_not_found`.
 */
export async function explainPersonEmails(deps: Deps, app: AppRecord, name: string): Promise<PersonEmails> {
  const { db } = deps.store;
  const person = await requirePerson(deps, app, name);
  const about = { app_id: app.id, person_id: person.id, targets: await targetsOfPerson({ db }, person) };
  const messages = await emailedLiveUpdates(db, about, limits.message_emails_explained_max);
  const emails = await messageEmailsOf(
    db,
    person.id,
    messages.map(({ id }) => id),
  );
  const by_message = new Map(emails.map((email) => [email.live_update_id, email]));
  const variants = await variantsFor(deps, person, messages);
  const items = messages.map(async (message) => ({
    live_update_id: message.id,
    body: bodyOfVariant(testedOf(message), variants.get(message.id) ?? "a"),
    ...(await explainOne(deps, message, person, by_message.get(message.id))),
  }));
  const unsubscribed_ms = await unsubscribedAt(db, person.id);
  return {
    unsubscribed_at: unsubscribed_ms === null ? null : toIso(unsubscribed_ms),
    items: await Promise.all(items),
  };
}

interface Explained {
  readonly state: MessageEmailState;
  readonly cause: Cause;
  readonly at: string;
}

async function explainOne(
  { store, clock }: Deps,
  message: LiveUpdateRow,
  person: PersonRow,
  email: MessageEmailRow | undefined,
): Promise<Explained> {
  const now_ms = clock.now();
  if (email !== undefined && email.state !== "pending" && email.state !== "claimed") {
    const { state, reason } = email;
    return {
      state,
      cause: emailCause(state === "sent" ? "sent" : (reason ?? "mail_refused")),
      at: toIso(email.changed_at),
    };
  }
  const due_ms = Math.max(now_ms, email?.next_at ?? emailDueMs(message, person.time_zone));
  const decision = await decideEmail(store, message, person, now_ms);
  if (decision.outcome === "skip") return { state: "skipped", cause: emailCause(decision.reason), at: toIso(due_ms) };
  // No email is sent to people who weren't queued with the others.
  if (email === undefined && message.emails_at === null) {
    return { state: "skipped", cause: emailCause("joined_later"), at: toIso(due_ms) };
  }
  const failure = EMAIL_FAILURES.find((each) => each === email?.reason);
  if (decision.outcome === "send")
    return { state: "waiting", cause: emailCause(failure ?? "waiting"), at: toIso(due_ms) };
  const cause = emailCause(decision.paused ? "paused" : "waiting");
  return { state: "waiting", cause, at: toIso(Math.max(due_ms, decision.until_ms)) };
}
