import type { Clock } from "@fanfare/contract/lib/clock";
import type { Vault } from "../../lib/vault.ts";
import {
  deleteUnsubscribe,
  emailPersonById,
  insertUnsubscribe,
  unsubscribedAt,
} from "../../store/statements/realtime/message-emails.ts";
import type { Store } from "../../store/store.ts";
import { readMessageLink } from "../live-updates/message-links.ts";

export interface SubscriptionDeps {
  readonly clock: Pick<Clock, "now">;
  readonly store: Store;
  readonly vault: Pick<Vault, "deriveAll">;
}

/** What the person of a link chose, for all messages of their app. */
export interface EmailSubscription {
  readonly subscribed: boolean;
  readonly locale: string | null;
}

/** Undefined: the link isn't valid, or its person was erased. */
export async function emailSubscription(deps: SubscriptionDeps, token: string): Promise<EmailSubscription | undefined> {
  const link = await readMessageLink(deps, "email", token);
  const person = link && (await emailPersonById(deps.store.db, link.person_id));
  if (person === undefined) return undefined;
  return { subscribed: (await unsubscribedAt(deps.store.db, person.id)) === null, locale: person.locale };
}

/** Repeating it changes nothing. */
export async function changeEmailSubscription(
  deps: SubscriptionDeps,
  token: string,
  subscribed: boolean,
): Promise<EmailSubscription | undefined> {
  const link = await readMessageLink(deps, "email", token);
  if (link === undefined) return undefined;
  const { db } = deps.store;
  const query = subscribed
    ? deleteUnsubscribe(db, link.person_id)
    : insertUnsubscribe(db, link.person_id, link.live_update_id, deps.clock.now());
  await deps.store.write([{ query }]);
  return emailSubscription(deps, token);
}
