import type { AppId, WebhookDeliveryId, WebhookJournalId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { type DeliveryRow, insertDeliveries } from "../store/statements/realtime/webhook-deliveries.ts";
import { deleteJournalRows } from "../store/statements/realtime/webhook-journal.ts";
import { deleteOccupancy, insertOccupancy, type OccupancyRow } from "../store/statements/realtime/webhook-occupancy.ts";
import type { Statement, Store } from "../store/store.ts";
import { type EncodedEvent, webhookBodies } from "./body.ts";
import type { WebhookQueue, WebhookQueueDeps } from "./delivery-queue.ts";
import type { WebhookQueues } from "./webhook-queues.ts";
import { writeWithRetry } from "./write-with-retry.ts";

export interface StoreEventsDeps extends WebhookQueueDeps {
  readonly queues: Pick<WebhookQueues, "of">;
  readonly newDeliveryId: () => WebhookDeliveryId;
}

export const QUEUE_FULL = `More than ${limits.webhook_pending_max} deliveries were pending for this receiver.`;
const ROWS_PER_STATEMENT = 100;

/**
 * Stores events as deliveries of all webhooks of their app. Then deletes their journal rows and records who is present:
 * a crash in between repeats events, and loses none.
 */
export async function storeEvents(
  deps: StoreEventsDeps,
  app_id: AppId,
  events: readonly EncodedEvent[],
  journal_ids: Promise<readonly WebhookJournalId[]>,
): Promise<void> {
  const queues = deps.queues.of(app_id);
  const stored = await Promise.all(queues.map((queue) => storeDeliveries(deps, queue, events)));
  const ids = await journal_ids;
  if (stored.includes(false)) return;
  const { db } = deps.store;
  const statements = [
    ...inChunks(ids, (some) => ({ query: deleteJournalRows(db, some) })),
    ...occupancyStatements(db, app_id, events),
  ];
  if (statements.length === 0) return;
  const written = await writeWithRetry(deps, statements);
  if (typeof written === "string") deps.log.warn("webhook_occupancy_failed", { app_id, written });
}

/** Stores events as deliveries of one webhook. Deliveries over the queue's limit fail immediately. */
async function storeDeliveries(
  deps: StoreEventsDeps,
  queue: WebhookQueue,
  events: readonly EncodedEvent[],
): Promise<boolean> {
  const { clock, log, store } = deps;
  const { id: webhook_id, app_id, kind, enabled, events: selection } = queue.hook;
  if (!enabled || kind !== "channels") return true;
  const now_ms = clock.now();
  const occupied = Math.max(0, limits.webhook_pending_max - queue.waiting);
  const rows = webhookBodies(events, selection, now_ms).map((body, index): DeliveryRow => {
    const is_dead = index >= occupied;
    return {
      id: deps.newDeliveryId(),
      app_id,
      webhook_id,
      message_id: null,
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
  if (rows.length === 0) return true;
  const inserts = inChunks(rows, (some) => ({ query: insertDeliveries(store.db, some) }));
  const written = await writeWithRetry(deps, inserts);
  // A webhook that was deleted meanwhile needs no deliveries.
  if (written === "foreign_key") return true;
  if (typeof written === "string") {
    log.error("webhook_deliveries_lost", { app_id, webhook_id, lost: rows.length, written });
    return false;
  }
  if (rows.length > occupied) {
    log.warn("webhook_queue_full", { app_id, webhook_id, dead: rows.length - occupied });
    deps.onDeliveryFailed();
  }
  queue.written(Math.min(occupied, rows.length));
  return true;
}

/** Only the last of several changes of one channel or member counts. */
function occupancyStatements(db: Store["db"], app_id: AppId, events: readonly EncodedEvent[]): readonly Statement[] {
  const latest = new Map(
    events.flatMap(({ occupancy }) =>
      occupancy === undefined ? [] : [[`${occupancy.channel}:${occupancy.user_id}`, occupancy] as const],
    ),
  );
  const rowsOf = (wanted: boolean): readonly OccupancyRow[] =>
    [...latest.values()].flatMap(({ channel, user_id, present }) =>
      present === wanted ? [{ app_id, channel, user_id }] : [],
    );
  return [
    ...inChunks(rowsOf(true), (some) => ({ query: insertOccupancy(db, some) })),
    ...inChunks(rowsOf(false), (some) => ({ query: deleteOccupancy(db, app_id, some) })),
  ];
}

function inChunks<Item>(items: readonly Item[], statement: (some: readonly Item[]) => Statement): readonly Statement[] {
  const starts = Array.from({ length: Math.ceil(items.length / ROWS_PER_STATEMENT) }, (_, index) => index);
  return starts.map((start) => statement(items.slice(start * ROWS_PER_STATEMENT, (start + 1) * ROWS_PER_STATEMENT)));
}
