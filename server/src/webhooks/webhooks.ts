import type { Clock } from "@fanfare/contract/lib/clock";
import { type AppId, type IdsByPrefix, newId, type WebhookDeliveryId } from "@fanfare/contract/lib/ids";
import type { Rng } from "@fanfare/contract/lib/rng";
import type { ChannelObserver } from "../channels/channel-observer.ts";
import type { Log } from "../lib/log.ts";
import type { Post } from "../outbound-http/guarded-post.ts";
import { deliveryById, lastDeliveryId, requeueDelivery } from "../store/statements/realtime/webhook-deliveries.ts";
import { occupancyRows } from "../store/statements/realtime/webhook-occupancy.ts";
import type { Store } from "../store/store.ts";
import { topicOfAction } from "./audit-topics.ts";
import { encodeEvent, restamp } from "./body.ts";
import { WebhookEvents } from "./channel-events.ts";
import type { WebhookQueueDeps } from "./delivery-queue.ts";
import { createWebhookBatches } from "./event-batches.ts";
import { EventJournal, readJournal } from "./event-journal.ts";
import { FactDispatcher, type PeopleInSegments } from "./fact-dispatcher.ts";
import { storeEvents } from "./store-events.ts";
import { WebhookQueues } from "./webhook-queues.ts";

/** Sends apps' channel activity (Pusher protocol, "Webhooks") and engagement (Standard Webhooks) to their backends. */
export interface Webhooks {
  /** For `Channels`. Returns immediately. Ignores apps without webhooks. */
  readonly observe: ChannelObserver;
  /** Reloads an app's webhooks after a write. */
  refresh(app_id: AppId): Promise<void>;
  /** Sends recorded facts to engagement webhooks. Called after the commit. */
  factsRecorded(): void;
  /** Resends a failed delivery with the current time as `time_ms`. */
  replay(id: WebhookDeliveryId): Promise<ReplayResult>;
  /** Sends a delivery that another node queued again. */
  wake(id: WebhookDeliveryId): Promise<void>;
  /**
   * Stores the pending events and waits for the attempts in flight. The next start continues with the stored
   * deliveries.
   */
  stop(): Promise<void>;
}

export type ReplayResult = "replayed" | "not_found" | "not_dead";

export interface WebhooksDeps {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly log: Log;
  readonly store: Store;
  readonly apps: WebhookQueueDeps["apps"];
  readonly post: Post;
  readonly vault: WebhookQueueDeps["vault"];
  readonly peopleInSegments: PeopleInSegments;
  readonly onDeliveryFailed: WebhookQueueDeps["onDeliveryFailed"];
}

/**
 * Opens the webhooks of all apps and continues the deliveries of the last process. Events are stored before they're
 * sent: delivery is at least once, even if this process is killed. An event is delivered twice if a response was lost.
 * Channels and members that don't return after a crash are absent.
 *
 * @example
 * const webhooks = await openWebhooks({ clock, rng, log, store, apps, post, onDeliveryFailed });
 * const channels = new Channels({ clock, observer: webhooks.observe });
 */
export async function openWebhooks(deps: WebhooksDeps): Promise<Webhooks> {
  const { clock, rng, log, store } = deps;
  const stopping = new AbortController();
  const queue_deps: WebhookQueueDeps = { ...deps, stopping: stopping.signal };
  const queues = new WebhookQueues(queue_deps);
  const last_ms = timeOf(await lastDeliveryId(store.db));
  const storing = { ...queue_deps, queues, newDeliveryId: growingIds("whd", { clock, rng, last_ms }) };
  const journal = new EventJournal({ ...queue_deps, newId: growingIds("whj", { clock, rng, last_ms: 0 }) });
  const batches = createWebhookBatches({
    ...{ clock, log, journal },
    store: (app_id, events) => storeEvents(storing, app_id, events, journal.take(app_id)),
  });
  const events = new WebhookEvents({ clock, emit: (app_id, event) => batches.add(app_id, encodeEvent(event)) });
  const dispatcher = new FactDispatcher({ ...storing, topicOfAction, peopleInSegments: deps.peopleInSegments });
  await queues.open();
  dispatcher.wake();
  // Left by a process that was killed.
  for (const { id, app_id, events: left } of await readJournal(store)) {
    await storeEvents(storing, app_id, left, Promise.resolve([id]));
  }
  for (const row of await occupancyRows(store.db)) events.expectReturn(row.app_id, row);
  const wake = async (id: WebhookDeliveryId): Promise<void> => {
    const row = await deliveryById(store.db, id);
    const queue = row && queues.find(row.app_id, row.webhook_id);
    queue?.encourage(queue.hook, 1);
  };

  return {
    observe(app_id, activity) {
      if (stopping.signal.aborted) return;
      // Track filled caches even if no webhook currently gets the misses.
      if (activity.kind === "cache_filled" || queues.hasEnabled(app_id)) events.observe(app_id, activity);
    },
    refresh: (app_id) => queues.refresh(app_id),
    factsRecorded: () => dispatcher.wake(),
    async replay(id) {
      const replayed = await requeue(deps, id);
      if (replayed === "replayed") await wake(id);
      return replayed;
    },
    wake,
    async stop() {
      if (stopping.signal.aborted) return;
      events.stop();
      stopping.abort();
      await Promise.all([batches.flush(), dispatcher.stop(), queues.retireAll()]);
    },
  };
}

/** Makes a failed delivery pending again, with the current time as `time_ms`. */
export async function requeue(
  { clock, store }: Pick<WebhooksDeps, "clock" | "store">,
  id: WebhookDeliveryId,
): Promise<ReplayResult> {
  const row = await deliveryById(store.db, id);
  if (row === undefined) return "not_found";
  const stamped_at = clock.now();
  const body = row.message_id === null ? restamp(row.body, stamped_at) : row.body;
  const query = requeueDelivery(store.db, id, { body, stamped_at });
  const written = await store.write([{ query, expect: 1 }]);
  return written.outcome === "unmet" ? "not_dead" : "replayed";
}

/**
 * Returns a generator of increasing IDs, even within a millisecond and after the clock is set back: deliveries are sent
 * in ID order.
 */
function growingIds<Prefix extends keyof IdsByPrefix>(
  prefix: Prefix,
  { clock, rng, last_ms }: { readonly clock: Pick<Clock, "now">; readonly rng: Rng; readonly last_ms: number },
): () => IdsByPrefix[Prefix] {
  let newest_ms = last_ms;
  return () => {
    newest_ms = Math.max(newest_ms + 1, clock.now());
    return newId(prefix, { now: () => newest_ms }, rng);
  };
}

/** A UUIDv7's first 48 bits, 12 digits with a hyphen, are its time. */
function timeOf(id: WebhookDeliveryId | undefined): number {
  return id === undefined ? 0 : Number.parseInt(id.slice("whd_".length, 17).replace("-", ""), 16);
}
