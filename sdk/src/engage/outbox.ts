import type { Cancel, Clock } from "@fanfare/contract/clock";
import { limits } from "@fanfare/contract/limits";
import type { Rng } from "@fanfare/contract/rng";
import { backoff_ms } from "../backoff.ts";
import type { Item, OutboxStore, Stored } from "./outbox-store.ts";

/** What came of a delivery: settled for good, to be tried again, or held until there is another identity. */
export type Delivery =
  | { readonly kind: "settled" }
  | { readonly kind: "failed"; readonly retry_after_ms: number }
  | { readonly kind: "held" };

/** Lets one page at a time do this, over all tabs of the site. */
export type Exclusive = (task: () => Promise<void>) => Promise<void>;

export interface Outbox<Value> {
  /** Resolves once the value is safe; it leaves soon. Never rejects. */
  put(value: Value): Promise<void>;
  /** Delivers what waits, and resolves with how many values were settled. Never rejects. */
  flush(): Promise<number>;
  /** The page is going: says what it still has to say in calls that outlive it. */
  leave(): void;
  stop(): void;
}

export interface OutboxDeps<Value> {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly store: OutboxStore<Value>;
  readonly exclusive: Exclusive;
  /** Whose values may leave now, the present owner first. */
  readonly owners: () => readonly [string, ...string[]];
  /** Must not throw. `leaving`: the call has to outlive the page. */
  readonly deliver: (values: readonly Value[], leaving: boolean) => Promise<Delivery>;
  /** How long a value waits for company. */
  readonly delay_ms: number;
  readonly batch_max: number;
}

/**
 * A queue that keeps what it accepted until the server has it: at least once, in order, from one tab at a time. A value
 * carries the id by which the server knows it again. Retries with full jitter, not before the server's `Retry-After`.
 */
export function createOutbox<Value extends { readonly id: string }>(deps: OutboxDeps<Value>): Outbox<Value> {
  const { store, clock } = deps;
  /** What this page put and has not settled: the copy that a closing page can still read. */
  const mine = new Map<string, Item<Value>>();
  /** Settled here, should the store fail to forget it. */
  const settled = new Set<string>();
  let fresh: Item<Value>[] = [];
  let writing: Promise<void> | undefined;
  let flushing: Promise<number> | undefined;
  let again = false;
  let timer: Cancel | undefined;
  let attempt = 0;
  let stopped = false;

  const schedule = (delay_ms: number): void => {
    if (stopped) return;
    timer ??= clock.after(delay_ms, () => {
      timer = undefined;
      void flush();
    });
  };

  /** One transaction for all that came since the last: a loop of 10,000 calls is one write. */
  const write = async (): Promise<void> => {
    await undefined;
    while (fresh.length > 0) {
      const items = fresh;
      fresh = [];
      await store.add(items);
    }
    writing = undefined;
  };

  const settle = (values: readonly Value[]): void => {
    for (const { id } of values) {
      settled.add(id);
      mine.delete(id);
    }
  };

  const next = async (): Promise<readonly Stored<Value>[]> => {
    await writing;
    const waiting = (await store.list(deps.owners())).filter(({ value }) => !settled.has(value.id));
    return takeBatch(waiting, deps.batch_max);
  };

  const drain = async (): Promise<number> => {
    for (let count = 0; ; ) {
      const batch = await next();
      if (batch.length === 0) return count;
      const values = batch.map(({ value }) => value);
      const outcome = await deps.deliver(values, false);
      if (outcome.kind === "settled") {
        attempt = 0;
        count += batch.length;
        settle(values);
        await store.remove(batch.map(({ key }) => key));
        continue;
      }
      if (outcome.kind === "failed") {
        const jitter_ms = backoff_ms(deps.rng, ++attempt, limits.retry_cap_ms, limits.retry_base_ms);
        schedule(outcome.retry_after_ms + jitter_ms);
      }
      return count;
    }
  };

  const run = async (): Promise<number> => {
    let count = 0;
    timer?.();
    timer = undefined;
    // Most pages start with nothing to say: no other tab needs to be asked whether it says it.
    if ((await next()).length > 0) {
      await deps.exclusive(async () => {
        count = await drain();
      });
    }
    flushing = undefined;
    if (again) schedule(deps.delay_ms);
    again = false;
    return count;
  };

  const flush = (): Promise<number> => {
    // What came too late for the flush under way gets one of its own.
    if (flushing !== undefined) again = true;
    flushing ??= run();
    return flushing;
  };

  return {
    async put(value) {
      const item = { owner: deps.owners()[0], value };
      mine.set(value.id, item);
      fresh.push(item);
      schedule(deps.delay_ms);
      writing ??= write();
      await writing;
    },
    flush,
    leave() {
      const owners = deps.owners();
      const left = [...mine.values()].filter(({ owner }) => owners.includes(owner));
      // All at once, for nobody is there to wait: a call that is under way may have been cut off with the page.
      const values = takeBatch(left, deps.batch_max * limits.leaving_calls_max).map(({ value }) => value);
      while (values.length > 0) {
        const batch = values.splice(0, deps.batch_max);
        void deps.deliver(batch, true).then(({ kind }) => {
          if (kind === "settled") settle(batch);
        });
      }
    },
    stop() {
      stopped = true;
      timer?.();
    },
  };
}

/** The first items that fit into one call, at least one. */
function takeBatch<Each extends { readonly value: unknown }>(items: readonly Each[], batch_max: number): Each[] {
  const encoder = new TextEncoder();
  const batch: Each[] = [];
  let bytes = 0;
  for (const item of items) {
    bytes += encoder.encode(JSON.stringify(item.value)).length + 1;
    if (batch.length === batch_max || (batch.length > 0 && bytes > limits.outbox_batch_bytes_max)) break;
    batch.push(item);
  }
  return batch;
}
