import { limits } from "@fanfare/contract/limits";
import type { OpenDatabase, Queue } from "./database.ts";
import type { OutboxStore, StoredItem } from "./outbox-store.ts";

/**
 * Queue in IndexedDB, which survives a browser crash (localStorage loses up to half a minute). Falls back to memory if
 * there is no database or it fails.
 */
export function browserStore<Value>(open: OpenDatabase, queue: Queue): OutboxStore<Value> {
  let memory: OutboxStore<Value> | undefined;

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
        const kept = store.getAllKeys();
        kept.onsuccess = () => {
          const excess = kept.result.at(-1 - limits.outbox_events_max);
          if (excess) store.delete(IDBKeyRange.upperBound(excess));
        };
      });
      if (written) return;
      // Rejects offline. Until the page closes, such items are only in the outbox itself.
      const fallback = await import("./memory-store.ts").catch(() => undefined);
      memory ??= fallback?.memoryStore();
      await memory?.add(items);
    },
    async list(owners) {
      let requests: readonly IDBRequest<StoredItem<Value>[]>[] = [];
      const found = await run("readonly", (store) => {
        const index = store.index("owner");
        requests = owners.map((owner) => index.getAll(owner, limits.events_per_request_max));
      });
      const all = [...(found ? requests.flatMap(({ result }) => result) : []), ...((await memory?.list(owners)) ?? [])];
      return all.sort((left, right) => left.key - right.key);
    },
    async remove(keys) {
      await memory?.remove(keys);
      const durable = keys.filter((key) => key > 0);
      if (durable.length > 0) {
        await run("readwrite", (store) => {
          for (const key of durable) store.delete(key);
        });
      }
    },
  };
}
