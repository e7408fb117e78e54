import type { Clock } from "@fanfare/contract/lib/clock";
import { isEmailAddress } from "@fanfare/contract/lib/email-address";
import { DAY_MS, HOUR_MS, limits } from "@fanfare/contract/limits";
import { getAttribute } from "@fanfare/contract/people/attribute";
import { type EmailFailure, type EmailSkipReason, emailSkipReason } from "@fanfare/contract/realtime/message-email";
import { bodyOfVariant } from "@fanfare/contract/realtime/message-experiment";
import type { AppDirectory } from "../../accounts/apps/app-directory.ts";
import type { Log } from "../../lib/log.ts";
import type { RepeatedWork } from "../../lib/repeat.ts";
import type { Vault } from "../../lib/vault.ts";
import type { Mailer } from "../../mail/mailer.ts";
import { parseAttributes } from "../../people/rules/rule-facts.ts";
import { fromBit } from "../../store/columns.ts";
import { workspaceName } from "../../store/statements/accounts/workspace.ts";
import { type PersonRow, peopleByIds } from "../../store/statements/people/people.ts";
import { type LiveUpdateRow, liveUpdatesById } from "../../store/statements/realtime/live-updates.ts";
import { emailFactsOf, hasEmail } from "../../store/statements/realtime/message-emails.ts";
import { dueMessages, type QueuedChange, type QueuedMessage } from "../../store/statements/realtime/message-queue.ts";
import type { Store } from "../../store/store.ts";
import { variantsFor } from "../live-updates/inbox.ts";
import { messageLinkToken } from "../live-updates/message-links.ts";
import { afterQuietHours, targetsOfPerson } from "../live-updates/missed-message.ts";
import { testedOf, windowOf } from "../live-updates/present-message.ts";
import {
  fillQueue,
  postpone,
  type QueuedDecision,
  type QueueRules,
  sendOrWait,
  sendQueued,
} from "../live-updates/queued-messages.ts";
import { emailLanguage } from "./email-texts.ts";
import { messageEmail } from "./message-email.ts";

export interface MessageEmailsDeps {
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  readonly store: Store;
  readonly vault: Pick<Vault, "derive">;
  readonly apps: Pick<AppDirectory, "all">;
  readonly mailer: Pick<Mailer, "deliver">;
  /** Undefined: links would have no host, so nothing is sent. */
  readonly public_url: string | undefined;
  /** Updates open consoles. */
  readonly notifySoon: () => void;
}

/**
 * Sends the emails of live updates to people who haven't seen them. Each email is claimed in the database before it's
 * sent, so that no one gets one twice. One process of a cluster runs it.
 */
export function messageEmails(deps: MessageEmailsDeps): RepeatedWork {
  return {
    interval_ms: limits.message_email_interval_ms,
    failure: "message_emails_failed",
    async run() {
      await fillQueue(deps, "emails", EMAIL_RULES);
      if (await sendDue(deps)) deps.notifySoon();
    },
  };
}

const EMAIL_RULES: QueueRules = {
  pending_max: limits.message_emails_pending_max,
  queued_at_once: limits.message_emails_queued_at_once,
  claim_ms: limits.message_email_claim_ms,
  reachable: () => hasEmail,
  dueMs: (row, person) => (addressOf(person) === undefined ? undefined : emailDueMs(row, person.time_zone)),
};

/** The `email` attribute, if it's an address. */
const addressOf = ({ attributes }: Pick<PersonRow, "attributes">): string | undefined => {
  const email = getAttribute(parseAttributes(attributes), "email");
  return typeof email === "string" && isEmailAddress(email.trim()) ? email.trim() : undefined;
};

/** When a person's email is due: the hours after their local time, and outside their quiet hours. */
export function emailDueMs(row: LiveUpdateRow, time_zone: string | null): number {
  const due_ms = windowOf(row, time_zone, row.created_at).from_ms + (row.email_after_hours ?? 0) * HOUR_MS;
  return afterQuietHours(row, time_zone, due_ms);
}

/** Whether any email changed. */
async function sendDue(deps: MessageEmailsDeps): Promise<boolean> {
  const { clock, store } = deps;
  const due = await dueMessages(store.db, "emails", clock.now(), limits.message_emails_per_run_max);
  if (due.length === 0) return false;
  const found = await liveUpdatesById(store.db, [...new Set(due.map(({ live_update_id }) => live_update_id))]);
  const messages = new Map(found.map((row) => [row.id, row]));
  const workspace = await workspaceName(store.db);
  // Apps that are being deleted aren't listed.
  const open = new Map(deps.apps.all().map((app) => [app.id, !app.paused]));
  let failures = 0;
  for (const email of due) {
    const message = messages.get(email.live_update_id);
    if (message === undefined) continue;
    if (open.get(message.app_id) !== true) {
      // A paused app sends nothing. Its emails don't hold up those of other apps.
      await postpone(deps, "emails", email, clock.now() + limits.message_email_retry_ms);
      continue;
    }
    const [person] = await peopleByIds(store.db, message.app_id, [email.person_id]);
    if (person === undefined) continue;
    const failure = await sendTo(deps, { email, message, person, workspace });
    failures = failure === undefined ? 0 : failures + 1;
    // The mail server is down: the others wait.
    if (failures >= limits.message_email_failures_in_a_row_max) break;
  }
  return true;
}

interface DueEmail {
  readonly email: QueuedMessage<"emails">;
  readonly message: LiveUpdateRow;
  readonly person: PersonRow;
  /** Name of the sender. */
  readonly workspace: string;
}

/** Undefined if it was sent, isn't needed, or waits. */
async function sendTo(deps: MessageEmailsDeps, due: DueEmail): Promise<EmailFailure | undefined> {
  const { email, message, person } = due;
  const decision = await decideEmail(deps.store, message, person, deps.clock.now());
  let failure: EmailFailure | undefined;
  await sendQueued(deps, "emails", email, decision, async (to) => {
    failure = await deliver(deps, due, to);
    return outcomeOf(deps, email, failure);
  });
  return failure;
}

function outcomeOf(
  { clock, log }: MessageEmailsDeps,
  { attempts, live_update_id }: QueuedMessage<"emails">,
  failure: EmailFailure | undefined,
): QueuedChange<"emails"> {
  if (failure === undefined) return { state: "sent", reason: null };
  const tried = attempts + 1;
  log.warn("message_email_not_sent", { live_update_id, failure, attempts: tried });
  if (tried >= limits.message_email_attempts_max) return { state: "failed", reason: failure, attempts: tried };
  const next_at = clock.now() + limits.message_email_retry_ms * 2 ** attempts;
  return { state: "pending", reason: failure, attempts: tried, next_at };
}

async function deliver(
  { store, vault, mailer, public_url }: MessageEmailsDeps,
  { message, person, workspace }: DueEmail,
  to: string,
): Promise<EmailFailure | undefined> {
  if (public_url === undefined) return "no_public_url";
  const token = await messageLinkToken(vault, "email", { person_id: person.id, live_update_id: message.id });
  const variants = await variantsFor({ store }, person, [message]);
  const body = bodyOfVariant(testedOf(message), variants.get(message.id) ?? "a");
  if (body.kind !== "toast" && body.kind !== "banner") throw new Error("Only toasts and banners have an email.");
  const email = messageEmail({
    ...{ to, body, language: emailLanguage([person.locale]), workspace },
    unsubscribe_url: `${public_url}/u/${token}`,
  });
  const sent = await mailer.deliver(email);
  if (sent.state === "sent") return undefined;
  return sent.state === "off" ? "mail_off" : "mail_refused";
}

/** Whether a person's email is sent at this time. */
export async function decideEmail(
  { db }: Pick<Store, "db">,
  message: LiveUpdateRow,
  person: PersonRow,
  now_ms: number,
): Promise<QueuedDecision<string, EmailSkipReason>> {
  const { id: person_id, time_zone } = person;
  const targets = await targetsOfPerson({ db }, person);
  const facts = await emailFactsOf(db, message, { person_id, targets, now_ms });
  const to = addressOf(person);
  const reason = emailSkipReason({
    verified: fromBit(person.verified) && person.merged_into === null,
    has_address: to !== undefined,
    unsubscribed: facts.unsubscribed_at !== null,
    seen: facts.seen,
    replaced: facts.replaced,
    // Quiet hours can end after the message expired.
    expired: windowOf(message, time_zone, now_ms).until_ms + DAY_MS <= now_ms,
  });
  if (reason !== undefined || to === undefined) return { outcome: "skip", reason: reason ?? "no_address" };
  return sendOrWait(message, person, facts.paused_until, { to, now_ms });
}
