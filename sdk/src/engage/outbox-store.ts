import type { Clock } from "@fanfare/contract/clock";
import { limits } from "@fanfare/contract/limits";

/** Something that must reach the server. `owner`: whose it is, "" while nobody is named. */
export interface Item<Value> {
  readonly owner: string;
  readonly value: Value;
}
/** An item with its place in the queue. Places in the browser's database are positive, places in memory negative. */
export interface Stored<Value> extends Item<Value> {
  readonly key: number;
}

/** A queue in the order of arrival that holds at most `limits.outbox_events_max` items: the oldest give way. */
export interface OutboxStore<Value> {
  /** Resolves once the items are as safe as they get here. Never rejects. */
  add(items: readonly Item<Value>[]): Promise<void>;
  /** The oldest items of these owners, at most `limits.events_per_request_max` of each. */
  list(owners: readonly string[]): Promise<readonly Stored<Value>[]>;
  remove(keys: readonly number[]): Promise<void>;
}

/** The queue in memory: while consent is missing, and where storage is blocked, full or broken. */
export function memoryStore<Value>(): OutboxStore<Value> {
  const held = new Map<number, Stored<Value>>();
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
 * The queue in IndexedDB, which keeps what was written through a kill of the browser (localStorage loses up to half a
 * minute of it), and in memory whenever `allowed` says no or the database fails.
 */
export function browserStore<Value>(
  deps: { readonly indexedDB: () => IDBFactory; readonly clock: Clock; readonly allowed: () => boolean },
  database: string,
  queue: string,
): OutboxStore<Value> {
  const memory = memoryStore<Value>();
  let opened: Promise<IDBDatabase | undefined> | undefined;

  const open = (): Promise<IDBDatabase | undefined> =>
    new Promise((resolve) => {
      const give = (db?: IDBDatabase): void => {
        cancel();
        resolve(db);
      };
      // Some browsers never answer; the page must not wait for them.
      const cancel = deps.clock.after(limits.outbox_before_boot_ms, give);
      const request = deps.indexedDB().open(database, 1);
      request.onupgradeneeded = () => {
        for (const name of QUEUES) {
          const options = { keyPath: "key", autoIncrement: true };
          request.result.createObjectStore(name, options).createIndex("owner", "owner");
        }
      };
      request.onsuccess = () => {
        request.result.onversionchange = () => request.result.close();
        give(request.result);
      };
      request.onerror = request.onblocked = () => give();
    });

  /** Runs requests in one transaction; undefined when there is no database or it failed. */
  const run = async <Result>(
    mode: IDBTransactionMode,
    task: (store: IDBObjectStore) => () => Result,
  ): Promise<Result | undefined> => {
    if (!deps.allowed()) return undefined;
    try {
      opened ??= open();
      const transaction = (await opened)?.transaction(queue, mode, { durability: "relaxed" });
      if (transaction === undefined) return undefined;
      const result = task(transaction.objectStore(queue));
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = reject;
      });
      return result();
    } catch {
      // Closed, full or forbidden: what could not be written stays in memory.
      return undefined;
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
        return () => true;
      });
      if (written === undefined) await memory.add(items);
    },
    async list(owners) {
      const stored = await run("readonly", (store) => {
        const index = store.index("owner");
        const requests = owners.map((owner) => index.getAll(owner, limits.events_per_request_max));
        return () => requests.flatMap((request): Stored<Value>[] => request.result);
      });
      const all = [...(stored ?? []), ...(await memory.list(owners))];
      return all.sort((left, right) => left.key - right.key);
    },
    async remove(keys) {
      await memory.remove(keys);
      const durable = keys.filter((key) => key > 0);
      if (durable.length > 0) {
        await run("readwrite", (store) => {
          for (const key of durable) store.delete(key);
          return () => true;
        });
      }
    },
  };
}

const QUEUES = ["events", "calls"];
