import type { Clock } from "@fanfare/contract/clock";
import { type AppId, newId, type WebhookDeliveryId, type WebhookId } from "@fanfare/contract/ids";
import { limits } from "@fanfare/contract/limits";
import type { Rng } from "@fanfare/contract/rng";
import { wantedEventsSchema } from "@fanfare/contract/schema/webhook";
import type { Log } from "../log.ts";
import { fromBit, fromJson } from "../store/columns.ts";
import type { Store } from "../store/store.ts";
import {
  type DeliveryRow,
  deliveryById,
  insertDeliveries,
  lastDeliveryId,
  pendingDeliveries,
  reviveDelivery,
} from "../store/webhook-deliveries.ts";
import { allWebhooks, type WebhookRow } from "../store/webhooks.ts";
import type { Post } from "./guarded-post.ts";
import { writeInsistently } from "./insistent-write.ts";
import type { ChannelObserver } from "./observer.ts";
import { createWebhookBatches } from "./webhook-batches.ts";
import { bodiesOf, type EncodedEvent, encodeEvent, restamp } from "./webhook-body.ts";
import { createWebhookEvents } from "./webhook-events.ts";
import { type Hook, type QueueDeps, WebhookQueue } from "./webhook-queue.ts";

/** Tells the back ends of apps what happens on their channels (Pusher protocol, "Webhooks"). */
export interface Webhooks {
  /** For `createChannels`. Returns at once; what an app has no webhook for is forgotten. */
  readonly observe: ChannelObserver;
  /** Reads the webhooks of an app again after a write. */
  refresh(app_id: AppId): Promise<void>;
  /** Sends a dead delivery once more, with the present time as its `time_ms`. */
  replay(id: WebhookDeliveryId): Promise<"replayed" | "not_found" | "not_dead">;
  /** Writes down what is still to be told, and ends what is under way. The next start goes on with what waits. */
  stop(): Promise<void>;
}

export interface WebhooksDeps {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly log: Log;
  readonly store: Store;
  readonly apps: QueueDeps["apps"];
  readonly post: Post;
  readonly onGivenUp: QueueDeps["onGivenUp"];
}

/**
 * Reads the webhooks of all apps, and goes on with what the last process left. Everything is in the database before it is
 * sent, so it is told at least once even when this process is killed; a receiver may be told twice when its answer was lost.
 *
 * @example
 * const webhooks = await openWebhooks({ clock, rng, log, store, apps, post, onGivenUp });
 * const channels = createChannels({ clock, observer: webhooks.observe });
 */
export async function openWebhooks(deps: WebhooksDeps): Promise<Webhooks> {
  const { clock, rng, log, store } = deps;
  const { db } = store;
  const stop = new AbortController();
  const queue_deps: QueueDeps = { ...deps, stopping: stop.signal };
  const queues = new Map<AppId, Map<WebhookId, WebhookQueue>>();
  const queuesOf = (app_id: AppId): readonly WebhookQueue[] => [...(queues.get(app_id)?.values() ?? [])];
  const isTold = (app_id: AppId): boolean => {
    // Asked for everything that happens on any channel: without a copy.
    for (const { hook } of queues.get(app_id)?.values() ?? []) if (hook.enabled) return true;
    return false;
  };
  /** Of those that were deleted, the attempts that are not over yet. */
  const leaving = new Map<WebhookId, Promise<void>>();
  const newDeliveryId = growingIds(clock, rng, await lastDeliveryId(db));

  const add = (hook: Hook, waiting: number): void => {
    const of_app = queues.get(hook.app_id) ?? new Map<WebhookId, WebhookQueue>();
    queues.set(hook.app_id, of_app);
    const queue = new WebhookQueue(queue_deps, hook, waiting);
    of_app.set(hook.id, queue);
    queue.written(0);
  };

  const keepFor = async (queue: WebhookQueue, events: readonly EncodedEvent[]): Promise<void> => {
    const { id: webhook_id, app_id, enabled, wanted } = queue.hook;
    if (!enabled) return;
    const now_ms = clock.now();
    const room = Math.max(0, limits.webhook_pending_max - queue.waiting);
    const rows = bodiesOf(events, wanted, now_ms).map((body, index): DeliveryRow => {
      const row = {
        id: newDeliveryId(),
        app_id,
        webhook_id,
        body,
        created_at: now_ms,
        stamped_at: now_ms,
        attempts: 0,
      };
      const never = { last_status: null, last_error: null, delivered_at: null };
      const pending = { ...row, ...never, state: "pending", next_attempt_at: now_ms } as const;
      return index < room ? pending : { ...pending, state: "dead", last_error: QUEUE_FULL };
    });
    if (rows.length === 0) return;
    const written = await writeInsistently(queue_deps, insertsOf(db, rows));
    if (typeof written === "string") {
      // A webhook that was deleted meanwhile has nothing to be told.
      if (written !== "foreign_key")
        log.error("webhook_deliveries_lost", { app_id, webhook_id, lost: rows.length, written });
      return;
    }
    if (rows.length > room) {
      log.warn("webhook_queue_full", { app_id, webhook_id, dead: rows.length - room });
      deps.onGivenUp();
    }
    queue.written(Math.min(room, rows.length));
  };
  const batches = createWebhookBatches({
    clock,
    log,
    keep: async (app_id, events) => {
      await Promise.all(queuesOf(app_id).map((queue) => keepFor(queue, events)));
    },
  });
  const events = createWebhookEvents({ clock, emit: (app_id, event) => batches.add(app_id, encodeEvent(event)) });

  const waitingDeliveries = async (): Promise<ReadonlyMap<WebhookId, number>> =>
    new Map((await pendingDeliveries(db)).map((each) => [each.webhook_id, each.pending]));
  const waiting = await waitingDeliveries();
  for (const row of await allWebhooks(db)) add(hookOf(row), waiting.get(row.id) ?? 0);

  return {
    observe(app_id, happening) {
      if (stop.signal.aborted) return;
      // A cache that was filled is remembered even while nobody is told of its misses.
      if (happening.kind === "cache_filled" || isTold(app_id)) events.observe(app_id, happening);
    },
    async refresh(app_id) {
      for (;;) {
        const [rows, waiting] = await Promise.all([allWebhooks(db, app_id), waitingDeliveries()]);
        const of_app = queues.get(app_id);
        for (const queue of queuesOf(app_id)) {
          const { id } = queue.hook;
          if (rows.some((row) => row.id === id)) continue;
          of_app?.delete(id);
          leaving.set(
            id,
            queue.retire().finally(() => leaving.delete(id)),
          );
        }
        const unfinished = rows.flatMap(({ id }) => leaving.get(id) ?? []);
        if (unfinished.length === 0) {
          for (const row of rows) {
            const queue = of_app?.get(row.id);
            if (queue === undefined) add(hookOf(row), waiting.get(row.id) ?? 0);
            else queue.encourage(hookOf(row));
          }
          return;
        }
        // One that is brought back at once goes on after the attempt that was under way, and tells nothing twice.
        await Promise.all(unfinished);
      }
    },
    async replay(id) {
      const row = await deliveryById(db, id);
      if (row === undefined) return "not_found";
      const stamped_at = clock.now();
      const body = restamp(row.body, stamped_at);
      const query = reviveDelivery(db, id, { body, stamped_at });
      const written = await store.write([{ query, expect: 1 }]);
      if (written.outcome === "unmet") return "not_dead";
      const queue = queues.get(row.app_id)?.get(row.webhook_id);
      queue?.encourage(queue.hook, 1);
      return "replayed";
    },
    async stop() {
      if (stop.signal.aborted) return;
      events.settle();
      stop.abort();
      const all = [...queues.values()].flatMap((of_app) => [...of_app.values()]);
      await Promise.all([batches.flush(), ...leaving.values(), ...all.map((queue) => queue.retire())]);
    },
  };
}

const QUEUE_FULL = `More than ${limits.webhook_pending_max} deliveries were waiting for this receiver.`;
const ROWS_PER_STATEMENT = 100;

function insertsOf(db: Store["db"], rows: readonly DeliveryRow[]) {
  const starts = Array.from({ length: Math.ceil(rows.length / ROWS_PER_STATEMENT) }, (_, index) => index);
  return starts.map((start) => ({
    query: insertDeliveries(db, rows.slice(start * ROWS_PER_STATEMENT, (start + 1) * ROWS_PER_STATEMENT)),
  }));
}

function hookOf({ id, app_id, url, events, enabled }: WebhookRow): Hook {
  const wanted = fromJson(events, (value) => wantedEventsSchema.parse(value));
  return { id, app_id, url, wanted, enabled: fromBit(enabled) };
}

/** Ids that grow even within a millisecond and when the clock is set back: deliveries go out in their order. */
function growingIds(clock: Pick<Clock, "now">, rng: Rng, last: WebhookDeliveryId | undefined): () => WebhookDeliveryId {
  // The first 48 bits of a UUIDv7, which is 12 digits with a hyphen in them, are its time.
  let last_ms = last === undefined ? 0 : Number.parseInt(last.slice("whd_".length, 17).replace("-", ""), 16);
  return () => {
    last_ms = Math.max(last_ms + 1, clock.now());
    return newId("whd", { now: () => last_ms }, rng);
  };
}
