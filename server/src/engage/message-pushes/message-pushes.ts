import type { Clock } from "@fanfare/contract/lib/clock";
import type { AppId } from "@fanfare/contract/lib/ids";
import { limits, MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";
import { bodyOfVariant } from "@fanfare/contract/realtime/message-experiment";
import { type PushPayload, type PushSkipReason, pushSkipReason } from "@fanfare/contract/realtime/message-push";
import type { AppDirectory, AppRecord } from "../../accounts/apps/app-directory.ts";
import type { Log } from "../../lib/log.ts";
import type { RepeatedWork } from "../../lib/repeat.ts";
import { truncate } from "../../lib/truncate.ts";
import type { Vault } from "../../lib/vault.ts";
import type { PostBytes } from "../../outbound-http/guarded-post.ts";
import { type PersonRow, peopleByIds } from "../../store/statements/people/people.ts";
import { type LiveUpdateRow, liveUpdatesById } from "../../store/statements/realtime/live-updates.ts";
import { hasDevice } from "../../store/statements/realtime/message-pushes.ts";
import { dueMessages, type QueuedChange, type QueuedMessage } from "../../store/statements/realtime/message-queue.ts";
import { messageFactsOf } from "../../store/statements/realtime/message-recipients.ts";
import {
  deletePushSubscription,
  type PushSubscriptionRow,
  pushKeyOf,
  pushSubscriptionsOf,
} from "../../store/statements/realtime/push-subscriptions.ts";
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
import { isOnPushCurve } from "./push-curve.ts";
import { pushKeyVaultContext } from "./push-keys.ts";
import { type PushHandling, type PushSigner, pushRequest, pushTopic } from "./push-request.ts";
import { type PushOutcome, personOutcome, pushOutcome } from "./push-service.ts";
import { type PushTarget, pushSubscriptionVaultContext } from "./push-subscriptions.ts";

export interface MessagePushesDeps {
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  readonly store: Store;
  readonly vault: Pick<Vault, "derive" | "unseal">;
  readonly apps: Pick<AppDirectory, "all">;
  /** To push services. */
  readonly postPush: PostBytes;
  /** Undefined: push services would have no one to contact, so nothing is sent. */
  readonly public_url: string | undefined;
  /** Updates open consoles. */
  readonly notifySoon: () => void;
}

/**
 * Sends the notifications of live updates to people who haven't seen them. Each notification is claimed in the database
 * before it's sent, so that no one gets one twice. One process of a cluster runs it.
 */
export function messagePushes(deps: MessagePushesDeps): RepeatedWork {
  return {
    interval_ms: limits.message_push_interval_ms,
    failure: "message_pushes_failed",
    async run() {
      await fillQueue(deps, "pushes", PUSH_RULES);
      if (await sendDue(deps)) deps.notifySoon();
    },
  };
}

const PUSH_RULES: QueueRules = {
  pending_max: limits.message_pushes_pending_max,
  queued_at_once: limits.message_pushes_queued_at_once,
  claim_ms: limits.message_push_claim_ms,
  reachable: ({ app_id }) => hasDevice(app_id),
  dueMs: (row, { time_zone }) => pushDueMs(row, time_zone),
};

/** When a person's notification is due: the minutes after their local time, and outside their quiet hours. */
export function pushDueMs(row: LiveUpdateRow, time_zone: string | null): number {
  const due_ms = windowOf(row, time_zone, row.created_at).from_ms + (row.push_after_minutes ?? 0) * MINUTE_MS;
  return afterQuietHours(row, time_zone, due_ms);
}

/** Whether any notification changed. */
async function sendDue(deps: MessagePushesDeps): Promise<boolean> {
  const { clock, store } = deps;
  const due = await dueMessages(store.db, "pushes", clock.now(), limits.message_pushes_per_run_max);
  if (due.length === 0) return false;
  const found = await liveUpdatesById(store.db, [...new Set(due.map(({ live_update_id }) => live_update_id))]);
  const messages = new Map(found.map((row) => [row.id, row]));
  // Apps that are being deleted aren't listed.
  const apps = new Map(deps.apps.all().map((app) => [app.id, app]));
  const signers = await signersOf(deps, [...new Set(found.map(({ app_id }) => app_id))]);
  const sendOne = async (push: QueuedMessage<"pushes">): Promise<void> => {
    const message = messages.get(push.live_update_id);
    if (message === undefined) return;
    const app = apps.get(message.app_id);
    if (app === undefined || app.paused) {
      // A paused app sends nothing. Its notifications don't hold up those of other apps.
      await postpone(deps, "pushes", push, clock.now() + limits.message_push_retry_ms);
      return;
    }
    const [person] = await peopleByIds(store.db, message.app_id, [push.person_id]);
    if (person !== undefined) await sendTo(deps, { push, message, person, app, signer: signers.get(app.id) });
  };
  const sendOrPostpone = (push: QueuedMessage<"pushes">): Promise<void> =>
    sendOne(push).catch((error: unknown) => {
      deps.log.error("message_push_failed", { live_update_id: push.live_update_id, error });
      // If it was claimed, this does nothing, and it counts as interrupted.
      return postpone(deps, "pushes", push, clock.now() + limits.message_push_retry_ms);
    });
  for (let index = 0; index < due.length; index += limits.message_pushes_at_once) {
    await Promise.all(due.slice(index, index + limits.message_pushes_at_once).map(sendOrPostpone));
  }
  return true;
}

async function signersOf(
  { store, vault, public_url }: MessagePushesDeps,
  app_ids: readonly AppId[],
): Promise<ReadonlyMap<AppId, PushSigner>> {
  const signers = new Map<AppId, PushSigner>();
  for (const app_id of app_ids) {
    const key = await pushKeyOf(store.db, app_id);
    if (key === undefined || public_url === undefined) continue;
    const private_key = vault.unseal(key.sealed, pushKeyVaultContext(app_id));
    signers.set(app_id, { public_key: key.public_key, private_key, contact: public_url });
  }
  return signers;
}

interface DuePush {
  readonly push: QueuedMessage<"pushes">;
  readonly message: LiveUpdateRow;
  readonly person: PersonRow;
  readonly app: AppRecord;
  readonly signer: PushSigner | undefined;
}

async function sendTo(deps: MessagePushesDeps, due: DuePush): Promise<void> {
  const { push, message, person } = due;
  const decision = await decidePush(deps.store, message, person, deps.clock.now());
  await sendQueued(deps, "pushes", push, decision, async (subscriptions) =>
    changeAfter(deps, push, await deliver(deps, due, subscriptions)),
  );
}

function changeAfter(
  { clock, log }: MessagePushesDeps,
  { attempts, live_update_id }: QueuedMessage<"pushes">,
  result: PushOutcome,
): QueuedChange<"pushes"> {
  if (result.outcome === "accepted") return { state: "sent", reason: null };
  if (result.outcome === "gone") return { state: "skipped", reason: "no_device" };
  const tried = attempts + 1;
  const { failure } = result;
  log.warn("message_push_not_sent", { live_update_id, failure, attempts: tried });
  if (result.outcome === "failed" || tried >= limits.message_push_attempts_max) {
    return { state: "failed", reason: failure, attempts: tried };
  }
  const wait_ms = Math.max(result.after_ms, limits.message_push_retry_ms * 2 ** attempts);
  return { state: "pending", reason: failure, attempts: tried, next_at: clock.now() + wait_ms };
}

/** Sends the notification to all browsers of a person, and deletes subscriptions that ended or can't be used. */
async function deliver(
  deps: MessagePushesDeps,
  due: DuePush,
  subscriptions: readonly PushSubscriptionRow[],
): Promise<PushOutcome> {
  const { clock, log, store, vault, postPush } = deps;
  const { signer, push } = due;
  if (signer === undefined) return { outcome: "retry", failure: "no_public_url", after_ms: 0 };
  const payload = await payloadFor(deps, due);
  const handling = handlingOf(due, clock.now());
  const outcomes = await Promise.all(
    subscriptions.map(async (row) => {
      // Cast: stored by this server.
      const target = JSON.parse(vault.unseal(row.sealed, pushSubscriptionVaultContext(row))) as PushTarget;
      const post = async (): Promise<PushOutcome> => {
        const request = await pushRequest(signer, target, payload, handling);
        return pushOutcome(await postPush({ ...request, attempts: push.attempts }), clock.now());
      };
      const usable = isOnPushCurve(target.keys.p256dh);
      if (!usable) log.warn("push_key_invalid", { subscription_id: row.id });
      const outcome: PushOutcome = usable ? await post() : { outcome: "gone" };
      if (outcome.outcome === "gone") await store.write([{ query: deletePushSubscription(store.db, row.id) }]);
      return outcome;
    }),
  );
  return personOutcome(outcomes);
}

/** The title, text, and link of the person's variant. */
async function payloadFor(
  { store, vault, public_url }: MessagePushesDeps,
  { message, person, app }: DuePush,
): Promise<PushPayload> {
  const variants = await variantsFor({ store }, person, [message]);
  const body = bodyOfVariant(testedOf(message), variants.get(message.id) ?? "a");
  if (body.kind !== "toast" && body.kind !== "banner") throw new Error("Only toasts and banners have a notification.");
  const { title, text, action } = body;
  const short = truncate(text, limits.notice_title_chars_max);
  return {
    title: title ?? short,
    text: title === undefined && short === text ? "" : text,
    href: action?.href,
    tag: `fanfare:${message.collapse_key ?? message.resend_of ?? message.id}`,
    lang: person.locale ?? undefined,
    click_url: `${public_url}/v1/push-clicks?app=${encodeURIComponent(app.key)}`,
    token: await messageLinkToken(vault, "push", { person_id: person.id, live_update_id: message.id }),
  };
}

function handlingOf({ message, person }: DuePush, now_ms: number): PushHandling {
  const left_s = Math.ceil((windowOf(message, person.time_zone, now_ms).until_ms - now_ms) / SECOND_MS);
  return {
    ttl_s: Math.min(Math.max(left_s, 0), limits.push_ttl_s_max),
    urgency: message.priority === "high" ? "high" : "normal",
    topic: pushTopic(`${message.app_id} ${message.collapse_key ?? message.resend_of ?? message.id}`),
    now_ms,
  };
}

/** Whether a person's notification is sent at this time. */
export async function decidePush(
  { db }: Pick<Store, "db">,
  message: LiveUpdateRow,
  person: PersonRow,
  now_ms: number,
): Promise<QueuedDecision<readonly PushSubscriptionRow[], PushSkipReason>> {
  const { id: person_id, time_zone } = person;
  const targets = await targetsOfPerson({ db }, person);
  const [facts, subscriptions] = await Promise.all([
    messageFactsOf(db, message, { person_id, targets, now_ms }),
    pushSubscriptionsOf(db, person_id),
  ]);
  const reason = pushSkipReason({
    has_device: subscriptions.length > 0,
    seen: facts.seen,
    replaced: facts.replaced,
    // Quiet hours can end after the message expired.
    expired: windowOf(message, time_zone, now_ms).until_ms <= now_ms,
  });
  if (reason !== undefined) return { outcome: "skip", reason };
  return sendOrWait(message, person, facts.paused_until, { to: subscriptions, now_ms });
}
