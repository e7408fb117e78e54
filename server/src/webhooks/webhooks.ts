import type { Clock } from "@fanfare/contract/lib/clock";
import { type AppId, newId, type WebhookDeliveryId } from "@fanfare/contract/lib/ids";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import type { ChannelObserver } from "../channels/channel-observer.ts";
import type { Log } from "../lib/log.ts";
import type { Post } from "../outbound-http/guarded-post.ts";
import {
  type DeliveryRow,
  deliveryById,
  insertDeliveries,
  lastDeliveryId,
  requeueDelivery,
} from "../store/statements/realtime/webhook-deliveries.ts";
import type { Store } from "../store/store.ts";
import { type EncodedEvent, encodeEvent, restamp, webhookBodies } from "./body.ts";
import { WebhookEvents } from "./channel-events.ts";
import type { WebhookQueue, WebhookQueueDeps } from "./delivery-queue.ts";
import { createWebhookBatches } from "./event-batches.ts";
import { WebhookQueues } from "./webhook-queues.ts";
import { writeWithRetry } from "./write-with-retry.ts";

/** Sends apps' channel activity to their backends (Pusher protocol, "Webhooks"). */
export interface Webhooks {
  /** For `Channels`. Returns immediately. Ignores apps without webhooks. */
  readonly observe: ChannelObserver;
  /** Reloads an app's webhooks after a write. */
  refresh(app_id: AppId): Promise<void>;
  /** Resends a failed delivery with the current time as `time_ms`. */
  replay(id: WebhookDeliveryId): Promise<"replayed" | "not_found" | "not_dead">;
  /**
   * Stores the pending events and waits for the attempts in flight. The next start continues with the stored
   * deliveries.
   */
  stop(): Promise<void>;
}

export interface WebhooksDeps {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly log: Log;
  readonly store: Store;
  readonly apps: WebhookQueueDeps["apps"];
  readonly post: Post;
  readonly onDeliveryFailed: WebhookQueueDeps["onDeliveryFailed"];
}

/**
 * Opens the webhooks of all apps and continues the deliveries of the last process. Events are stored before they're
 * sent: delivery is at least once, even if this process is killed. An event is delivered twice if a response was lost.
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
  const newDeliveryId = growingIds(clock, rng, await lastDeliveryId(store.db));
  const batches = createWebhookBatches({
    clock,
    log,
    store: async (app_id, events) => {
      await Promise.all(queues.of(app_id).map((queue) => storeDeliveries(queue_deps, queue, events, newDeliveryId)));
    },
  });
  const events = new WebhookEvents({ clock, emit: (app_id, event) => batches.add(app_id, encodeEvent(event)) });
  await queues.open();

  return {
    observe(app_id, activity) {
      if (stopping.signal.aborted) return;
      // Track filled caches even if no webhook currently gets the misses.
      if (activity.kind === "cache_filled" || queues.hasEnabled(app_id)) events.observe(app_id, activity);
    },
    refresh: (app_id) => queues.refresh(app_id),
    async replay(id) {
      const row = await deliveryById(store.db, id);
      if (row === undefined) return "not_found";
      const stamped_at = clock.now();
      const query = requeueDelivery(store.db, id, { body: restamp(row.body, stamped_at), stamped_at });
      const written = await store.write([{ query, expect: 1 }]);
      if (written.outcome === "unmet") return "not_dead";
      const queue = queues.find(row.app_id, row.webhook_id);
      queue?.encourage(queue.hook, 1);
      return "replayed";
    },
    async stop() {
      if (stopping.signal.aborted) return;
      events.settle();
      stopping.abort();
      await Promise.all([batches.flush(), queues.retireAll()]);
    },
  };
}

/** Stores events as deliveries of one webhook. Deliveries beyond the queue's limit fail immediately. */
async function storeDeliveries(
  deps: WebhookQueueDeps,
  queue: WebhookQueue,
  events: readonly EncodedEvent[],
  newDeliveryId: () => WebhookDeliveryId,
): Promise<void> {
  const { clock, log, store } = deps;
  const { id: webhook_id, app_id, enabled, events: selection } = queue.hook;
  if (!enabled) return;
  const now_ms = clock.now();
  const occupied = Math.max(0, limits.webhook_pending_max - queue.waiting);
  const rows = webhookBodies(events, selection, now_ms).map((body, index): DeliveryRow => {
    const is_dead = index >= occupied;
    return {
      id: newDeliveryId(),
      app_id,
      webhook_id,
      body,
      created_at: now_ms,
      stamped_at: now_ms,
      attempts: 0,
      state: is_dead ? "dead" : "pending",
      next_attempt_at: now_ms,
      last_status: null,
      last_error: is_dead ? QUEUE_FULL : null,
      delivered_at: null,
    };
  });
  if (rows.length === 0) return;
  const written = await writeWithRetry(deps, deliveryInserts(store.db, rows));
  if (typeof written === "string") {
    // A webhook that was deleted meanwhile needs no deliveries.
    if (written !== "foreign_key")
      log.error("webhook_deliveries_lost", { app_id, webhook_id, lost: rows.length, written });
    return;
  }
  if (rows.length > occupied) {
    log.warn("webhook_queue_full", { app_id, webhook_id, dead: rows.length - occupied });
    deps.onDeliveryFailed();
  }
  queue.written(Math.min(occupied, rows.length));
}

const QUEUE_FULL = `More than ${limits.webhook_pending_max} deliveries were pending for this receiver.`;
const ROWS_PER_STATEMENT = 100;

function deliveryInserts(db: Store["db"], rows: readonly DeliveryRow[]) {
  const starts = Array.from({ length: Math.ceil(rows.length / ROWS_PER_STATEMENT) }, (_, index) => index);
  return starts.map((start) => ({
    query: insertDeliveries(db, rows.slice(start * ROWS_PER_STATEMENT, (start + 1) * ROWS_PER_STATEMENT)),
  }));
}

/**
 * Returns a generator of increasing IDs, even within a millisecond and after the clock is set back: deliveries are sent
 * in ID order.
 */
function growingIds(clock: Pick<Clock, "now">, rng: Rng, last: WebhookDeliveryId | undefined): () => WebhookDeliveryId {
  // A UUIDv7's first 48 bits, 12 digits with a hyphen, are its time.
  let last_ms = last === undefined ? 0 : Number.parseInt(last.slice("whd_".length, 17).replace("-", ""), 16);
  return () => {
    last_ms = Math.max(last_ms + 1, clock.now());
    return newId("whd", { now: () => last_ms }, rng);
  };
}
