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
 * Stores events as deliveries of all webhooks of their app, records who is present, and deletes the events' journal rows.
 * One transaction, so a crash neither loses nor repeats events.
 */
export async function storeEvents(
  deps: StoreEventsDeps,
  app_id: AppId,
  events: readonly EncodedEvent[],
  journal_ids: Promise<readonly WebhookJournalId[]>,
): Promise<void> {
  const { db } = deps.store;
  // Rows that are still being written couldn't be deleted.
  const ids = await journal_ids;
  const planned = deps.queues.of(app_id).map((queue) => ({ queue, rows: deliveriesOf(deps, queue, events) }));
  const rows = planned.flatMap((plan) => plan.rows);
  const statements = [
    ...inChunks(rows, (some) => ({ query: insertDeliveries(db, some) })),
    ...inChunks(ids, (some) => ({ query: deleteJournalRows(db, some) })),
    ...occupancyStatements(db, app_id, events),
  ];
  if (statements.length === 0) return;
  const written = await writeWithRetry(deps, statements);
  // The app was deleted meanwhile.
  if (written === "foreign_key") return;
  if (typeof written === "string") {
    deps.log.error("webhook_deliveries_lost", { app_id, lost: rows.length, written });
    return;
  }
  for (const plan of planned) announce(deps, plan.queue, plan.rows);
}

/** Deliveries over the limit of the webhook's queue fail immediately. */
function deliveriesOf(
  { clock, newDeliveryId }: StoreEventsDeps,
  queue: WebhookQueue,
  events: readonly EncodedEvent[],
): readonly DeliveryRow[] {
  const { id: webhook_id, app_id, kind, enabled, events: selection } = queue.hook;
  if (!enabled || kind !== "channels") return [];
  const now_ms = clock.now();
  const free = Math.max(0, limits.webhook_pending_max - queue.waiting);
  return webhookBodies(events, selection, now_ms).map((body, index): DeliveryRow => {
    const is_dead = index >= free;
    return {
      id: newDeliveryId(),
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
}

function announce(deps: StoreEventsDeps, queue: WebhookQueue, rows: readonly DeliveryRow[]): void {
  if (rows.length === 0) return;
  const pending = rows.filter(({ state }) => state === "pending").length;
  if (pending < rows.length) {
    const { id: webhook_id, app_id } = queue.hook;
    deps.log.warn("webhook_queue_full", { app_id, webhook_id, dead: rows.length - pending });
    deps.onDeliveryFailed();
  }
  queue.written(pending);
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
