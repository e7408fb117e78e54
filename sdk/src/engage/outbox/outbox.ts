import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { toJson } from "../../lib/json.ts";
import type { Storage } from "../../lib/storage.ts";
import { backoff_ms } from "../../net/backoff.ts";
import type { OutboxItem, OutboxStore, StoredItem } from "./outbox-store.ts";

/** Result of a delivery: settled for good, to be retried, or held until the identity changes. */
export type Delivery =
  | { readonly kind: "settled" }
  | { readonly kind: "failed"; readonly retry_after_ms: number }
  | { readonly kind: "held" };

/** Runs a task in one tab of the site at a time. */
export type TabLock = (task: () => Promise<void>) => Promise<void>;

export interface Outbox<Value> {
  /**
   * Resolves once a copy is stored; delivery follows soon. Never rejects.
   *
   * @throws TypeError for a value without a form in JSON.
   */
  put(value: Value): Promise<void>;
  /** Delivers queued values. Resolves with the number of settled ones, 1 if another tab settled them. Never rejects. */
  flush(): Promise<number>;
  /**
   * Called when the page closes. Sends the remaining values with keepalive requests and stores them for the next page.
   */
  flushOnLeave(): void;
  recoverLeftovers(): void;
  stop(): void;
}

export interface OutboxDeps<Value> {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly store: OutboxStore<Value>;
  /**
   * Holds values left behind by a closing page: its last database write may be lost and its last request may arrive
   * late.
   */
  readonly storage: Storage;
  /** Storage key of the queue. */
  readonly name: string;
  readonly exclusive: TabLock;
  /** Owners whose values may be sent now, the current one first. */
  readonly owners: () => readonly [string, ...string[]];
  /** Rejections count as failures. `leaving`: the request must outlive the page. */
  readonly deliver: (values: readonly Value[], leaving: boolean) => Promise<Delivery>;
  readonly delay_ms: number;
  readonly batch_max: number;
}

/**
 * A persistent queue with at-least-once delivery, in order, from one tab at a time. The server deduplicates by the
 * value's ID. Retries use full jitter, and never start before the server's `Retry-After`.
 */
export function createOutbox<Value extends { readonly id: string }>(deps: OutboxDeps<Value>): Outbox<Value> {
  const { batch_max } = deps;
  const pending = createPending(deps);
  const delivery = createDelivery(deps, pending);
  const accept = (item: OutboxItem<Value>): Promise<void> => {
    delivery.scheduleFlush(deps.delay_ms);
    return pending.add(item);
  };
  return {
    ...delivery,
    // A copy as JSON: later changes by the page must not alter it. Throws for what JSON has no form for, such as 30n.
    // Stored, it would hold up everything that comes later.
    put: (value) => accept({ owner: deps.owners()[0], value: JSON.parse(toJson(value)) }),
    recoverLeftovers() {
      for (const item of pending.takeLeftovers()) void accept(item);
    },
    flushOnLeave() {
      // Send all batches in parallel, because a request in progress may be aborted with the page.
      const values = takeBatch(pending.leaveForNext(), batch_max * limits.leaving_calls_max);
      while (values.length) {
        const batch = values.splice(0, batch_max);
        void delivery.deliver(batch, true).then(({ kind }) => {
          if (kind === "settled") pending.markSettled(batch);
        });
      }
    },
  };
}

/** What waits for the server, in the store and in this page. */
interface Pending<Value> {
  /** Resolves once the item is safe. */
  add(item: OutboxItem<Value>): Promise<void>;
  /** What may leave now. It may be in the store twice. */
  listDue(): Promise<readonly StoredItem<Value>[]>;
  /** The first of these that fit into one call. */
  nextBatch(waiting: readonly StoredItem<Value>[]): readonly Value[];
  markSettled(values: readonly Value[]): void;
  /** Removes settled items from the store. */
  removeSettled(waiting: readonly StoredItem<Value>[]): Promise<void>;
  /** What earlier pages left word of. */
  takeLeftovers(): readonly OutboxItem<Value>[];
  /** Leaves word of what this page put, and answers what of it may leave now. */
  leaveForNext(): readonly Value[];
}

function createPending<Value extends { readonly id: string }>(deps: OutboxDeps<Value>): Pending<Value> {
  const { store, storage, name, batch_max } = deps;
  /** Values added by this page and not yet settled, readable synchronously when the page closes. */
  const mine = new Map<string, OutboxItem<Value>>();
  /** Values settled here, in case the store fails to remove them. */
  const settled = new Set<string>();
  let fresh: OutboxItem<Value>[] = [];
  let writing: Promise<void> | undefined;
  let left_word = false;
  const mayLeave = ({ owner, value }: OutboxItem<Value>): boolean =>
    deps.owners().includes(owner) && !settled.has(value.id);

  /** One transaction for all items since the last one: 10,000 calls in a loop are one write. */
  const write = async (): Promise<void> => {
    await undefined;
    while (fresh.length) {
      const items = fresh;
      fresh = [];
      await store.add(items);
    }
    writing = undefined;
  };
  const leaveWord = (): void => {
    const leftovers: readonly OutboxItem<Value>[] = readLeftovers(storage, name);
    const others = leftovers.filter(({ value: { id } }) => !mine.has(id) && !settled.has(id));
    const all = takeBatch([...others, ...mine.values()], batch_max * limits.leaving_calls_max);
    storage.set(name, all.length ? toJson(all) : undefined);
    left_word = mine.size > 0;
  };

  return {
    add(item) {
      mine.set(item.value.id, item);
      fresh.push(item);
      writing ??= write();
      return writing;
    },
    async listDue() {
      await writing;
      return store.list(deps.owners());
    },
    nextBatch(waiting) {
      // The person may have changed while the store was read.
      const values = new Map(waiting.filter(mayLeave).map(({ value }) => [value.id, value]));
      return takeBatch([...values.values()], batch_max);
    },
    markSettled(values) {
      for (const { id } of values) {
        settled.add(id);
        mine.delete(id);
      }
      if (left_word) leaveWord();
    },
    removeSettled: (waiting) =>
      store.remove(waiting.filter(({ value }) => settled.has(value.id)).map(({ key }) => key)),
    takeLeftovers() {
      const items: readonly OutboxItem<Value>[] = readLeftovers(storage, name);
      storage.set(name);
      return items;
    },
    leaveForNext() {
      if (mine.size) leaveWord();
      return [...mine.values()].filter(mayLeave).map(({ value }) => value);
    },
  };
}

/** Any script of the site can write there. */
function readLeftovers<Value extends { readonly id: string }>(
  storage: Storage,
  name: string,
): readonly OutboxItem<Value>[] {
  try {
    // One malformed item discards them all.
    return JSON.parse(storage.get(name) ?? "[]").filter((item: OutboxItem<Value>) => item.value.id);
  } catch {
    return [];
  }
}

/** Delivers what waits, one flush at a time. */
function createDelivery<Value extends { readonly id: string }>(deps: OutboxDeps<Value>, pending: Pending<Value>) {
  let flushing: Promise<number> | undefined;
  let again = false;
  let timer: Cancel | undefined;
  let attempt = 0;
  let stopped = false;

  const deliver = (values: readonly Value[], leaving: boolean): Promise<Delivery> =>
    deps.deliver(values, leaving).catch(() => ({ kind: "failed", retry_after_ms: 0 }));

  const scheduleFlush = (delay_ms: number): void => {
    if (stopped) return;
    timer ??= deps.clock.after(delay_ms, () => {
      timer = undefined;
      void flush();
    });
  };

  const drain = async (): Promise<number> => {
    for (let count = 0; ; ) {
      const waiting = await pending.listDue();
      const values = pending.nextBatch(waiting);
      // If nothing was delivered here, another tab delivered what waited.
      if (!values.length) return count || 1;
      const outcome = await deliver(values, false);
      if (outcome.kind === "settled") {
        attempt = 0;
        count += values.length;
        pending.markSettled(values);
        await pending.removeSettled(waiting);
        continue;
      }
      if (outcome.kind === "failed") {
        const jitter_ms = backoff_ms(deps.rng, ++attempt, limits.retry_cap_ms, limits.retry_base_ms);
        scheduleFlush(outcome.retry_after_ms + jitter_ms);
      }
      return count;
    }
  };

  const run = async (): Promise<number> => {
    let count = 0;
    timer?.();
    timer = undefined;
    // Most pages start with an empty queue, so skip the cross-tab lock.
    if (pending.nextBatch(await pending.listDue()).length) {
      await deps.exclusive(async () => {
        count = await drain();
      });
    }
    flushing = undefined;
    if (again) scheduleFlush(deps.delay_ms);
    again = false;
    return count;
  };

  const flush = (): Promise<number> => {
    // Items added during a flush get another one.
    if (flushing) again = true;
    flushing ??= run();
    return flushing;
  };
  const stop = (): void => {
    stopped = true;
    timer?.();
  };
  return { deliver, scheduleFlush, flush, stop };
}

/** The first items that fit into one request, at least one. */
function takeBatch<Each>(items: readonly Each[], batch_max: number): Each[] {
  const encoder = new TextEncoder();
  const batch: Each[] = [];
  let bytes = 0;
  for (const item of items) {
    bytes += encoder.encode(JSON.stringify(item)).length + 1;
    if (batch.length === batch_max || (batch.length > 0 && bytes > limits.outbox_batch_bytes_max)) break;
    batch.push(item);
  }
  return batch;
}
