import { limits } from "@fanfare/contract/limits";
import type { PersonEmails } from "@fanfare/contract/schema/responses/realtime/live-update";
import { emailCause } from "@fanfare/contract/wording/message-emails";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { requirePerson } from "../../people/person/person-by-name.ts";
import { toIso } from "../../store/columns.ts";
import { unsubscribedAt } from "../../store/statements/realtime/message-emails.ts";
import type { WriteDeps } from "../../store/store.ts";
import { type ExplainRules, explainQueue } from "../live-updates/explain-queue.ts";
import { decideEmail, emailDueMs } from "./message-emails.ts";

const EMAIL_RULES: ExplainRules<"emails"> = {
  messages_max: limits.message_emails_explained_max,
  dueMs: emailDueMs,
  isOpen: ({ emails_at }) => emails_at !== null,
  decide: decideEmail,
  causeOf: emailCause,
  ended: ({ state, reason, changed_at }) => ({
    cause: emailCause(state === "sent" ? "sent" : (reason ?? "mail_refused")),
    at_ms: changed_at,
  }),
};

/**
 * Whether a person unsubscribed, and for the newest live updates with an email, why they get it or not.
 *
 * @throws ProblemError `person_not_found`.
 */
export async function explainPersonEmails(
  deps: Pick<WriteDeps, "store" | "clock">,
  app: AppRecord,
  name: string,
): Promise<PersonEmails> {
  const person = await requirePerson(deps, app, name);
  const unsubscribed_ms = await unsubscribedAt(deps.store.db, person.id);
  return {
    unsubscribed_at: unsubscribed_ms === null ? null : toIso(unsubscribed_ms),
    items: await explainQueue(deps, app, person, "emails", EMAIL_RULES),
  };
}
