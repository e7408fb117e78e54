import { limits } from "@fanfare/contract/limits";
import type { OpenDatabase, Queue } from "./database.ts";

/** An item that must reach the server. `owner`: the person it belongs to, "" if anonymous. */
export interface OutboxItem<Value> {
  readonly owner: string;
  readonly value: Value;
}
/** A queued item with its key: positive in the database, negative in memory. */
export interface StoredItem<Value> extends OutboxItem<Value> {
  readonly key: number;
}

/** A FIFO queue of at most `limits.outbox_events_max` items. When it is full, the oldest are dropped. */
export interface OutboxStore<Value> {
  /** Resolves once the items are stored as durably as possible. Never rejects. */
  add(items: readonly OutboxItem<Value>[]): Promise<void>;
  /** The oldest items of these owners, at most `limits.events_per_request_max` for each. */
  list(owners: readonly string[]): Promise<readonly StoredItem<Value>[]>;
  remove(keys: readonly number[]): Promise<void>;
}

/** In-memory queue, used without consent and if storage is blocked, full, or broken. */
export function memoryStore<Value>(): OutboxStore<Value> {
  const held = new Map<number, StoredItem<Value>>();
  let next = Number.MIN_SAFE_INTEGER;
  return {
    async add(items) {
      for (const item of items) {
        held.set(next, { ...item, key: next });
        next++;
      }
      for (const key of held.keys()) {
        if (held.size <= limits.outbox_events_max) break;
        held.delete(key);
      }
    },
    async list(owners) {
      return owners.flatMap((owner) =>
        [...held.values()].filter((each) => each.owner === owner).slice(0, limits.events_per_request_max),
      );
    },
    async remove(keys) {
      for (const key of keys) held.delete(key);
    },
  };
}

/**
 * Queue in IndexedDB, which survives a browser crash (localStorage loses up to half a minute). Falls back to memory if
 * there is no database or it fails.
 */
export function browserStore<Value>(open: OpenDatabase, queue: Queue): OutboxStore<Value> {
  const memory = memoryStore<Value>();

  /** Runs requests in one transaction. Returns true once they complete, false if the database is missing or fails. */
  const run = async (mode: IDBTransactionMode, request: (store: IDBObjectStore) => void): Promise<boolean> => {
    try {
      const transaction = (await open(mode))?.transaction(queue, mode, { durability: "relaxed" });
      if (!transaction) return false;
      request(transaction.objectStore(queue));
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = reject;
      });
      return true;
    } catch {
      // Closed, full, or forbidden: keep unwritten items in memory.
      return false;
    }
  };

  return {
    async add(items) {
      const written = await run("readwrite", (store) => {
        for (const item of items) store.add(item);
        const count = store.count();
        count.onsuccess = () => {
          const excess = count.result - limits.outbox_events_max;
          if (excess <= 0) return;
          const oldest = store.getAllKeys(null, excess);
          oldest.onsuccess = () => store.delete(IDBKeyRange.upperBound(oldest.result.at(-1)));
        };
      });
      if (!written) await memory.add(items);
    },
    async list(owners) {
      let requests: readonly IDBRequest<StoredItem<Value>[]>[] = [];
      const found = await run("readonly", (store) => {
        const index = store.index("owner");
        requests = owners.map((owner) => index.getAll(owner, limits.events_per_request_max));
      });
      const all = [...(found ? requests.flatMap(({ result }) => result) : []), ...(await memory.list(owners))];
      return all.sort((left, right) => left.key - right.key);
    },
    async remove(keys) {
      await memory.remove(keys);
      const durable = keys.filter((key) => key > 0);
      if (durable.length > 0) {
        await run("readwrite", (store) => {
          for (const key of durable) store.delete(key);
        });
      }
    },
  };
}
