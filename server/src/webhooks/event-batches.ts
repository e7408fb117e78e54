import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import type { AppId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import type { Log } from "../lib/log.ts";
import type { EncodedEvent } from "./body.ts";
import type { EventJournal } from "./event-journal.ts";

/** Batches each app's events for a short time, so that they share a delivery. */
export interface WebhookBatches {
  add(app_id: AppId, event: EncodedEvent): void;
  /** Hands over all events without waiting any longer; resolves when they are stored. */
  flush(): Promise<void>;
}

type BatchTimer =
  | { readonly kind: "idle" }
  | { readonly kind: "waiting"; readonly cancel: Cancel }
  | { readonly kind: "storing"; readonly stored: Promise<void> };

interface AppBatch {
  readonly app_id: AppId;
  readonly events: EncodedEvent[];
  lost: number;
  state: BatchTimer;
}

/**
 * Passes a batch to `store` after `limits.webhook_batch_window_ms`, or when it has `limits.webhook_batch_events_max`
 * events. While one batch of an app is being stored, the next one collects. `store` never rejects. If more than
 * `limits.webhook_events_waiting_max` events wait, further events are dropped and their number is logged.
 */
export function createWebhookBatches(deps: {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: (app_id: AppId, events: readonly EncodedEvent[]) => Promise<void>;
  readonly journal: Pick<EventJournal, "add">;
}): WebhookBatches {
  const { clock, log } = deps;
  const batches = new Map<AppId, AppBatch>();

  const store = async (batch: AppBatch): Promise<void> => {
    const { app_id, events, lost } = batch;
    if (lost > 0) log.error("webhook_events_lost", { app_id, lost });
    batch.lost = 0;
    await deps.store(app_id, events.splice(0));
    batch.state = { kind: "idle" };
    if (events.length === 0) batches.delete(app_id);
    else schedule(batch);
  };
  const startKeeping = (batch: AppBatch): void => {
    const { promise, resolve } = Promise.withResolvers<void>();
    batch.state = { kind: "storing", stored: promise };
    void store(batch).finally(resolve);
  };
  /** Schedules or starts the storing of a batch. */
  const schedule = (batch: AppBatch): void => {
    const { state } = batch;
    if (state.kind === "storing") return;
    if (batch.events.length >= limits.webhook_batch_events_max) {
      if (state.kind === "waiting") state.cancel();
      startKeeping(batch);
    } else if (state.kind === "idle") {
      const cancel = clock.after(limits.webhook_batch_window_ms, () => startKeeping(batch));
      batch.state = { kind: "waiting", cancel };
    }
  };
  const flushOne = async (batch: AppBatch): Promise<void> => {
    while (batches.get(batch.app_id) === batch) {
      if (batch.state.kind === "waiting") {
        batch.state.cancel();
        startKeeping(batch);
      }
      if (batch.state.kind === "storing") await batch.state.stored;
    }
  };

  return {
    add(app_id, event) {
      const batch = batches.get(app_id) ?? { app_id, events: [], lost: 0, state: { kind: "idle" } };
      batches.set(app_id, batch);
      if (batch.events.length >= limits.webhook_events_waiting_max) {
        batch.lost++;
        return;
      }
      batch.events.push(event);
      deps.journal.add(app_id, event);
      schedule(batch);
    },
    async flush() {
      await Promise.all([...batches.values()].map(flushOne));
    },
  };
}
