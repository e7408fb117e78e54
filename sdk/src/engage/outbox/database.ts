import type { Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { withTimeout } from "../../lib/timeout.ts";

const QUEUES = ["events", "calls"] as const;
export type Queue = (typeof QUEUES)[number];

/** Opens an app's queue database. Undefined if storage isn't allowed or fails, or if there is nothing to read. */
export type OpenDatabase = (mode: IDBTransactionMode) => Promise<IDBDatabase | undefined>;

/**
 * One connection for all queues, opened on the first write or if earlier data exists. Reads don't create the database:
 * most pages never write, and creating it would cost more than the rest of the startup.
 */
export function createDatabase(
  deps: { readonly indexedDB: () => IDBFactory; readonly clock: Clock; readonly allowed: () => boolean },
  name: string,
): OpenDatabase {
  const { clock, indexedDB } = deps;
  let opened: Promise<IDBDatabase | undefined> | undefined;
  // Some browsers never respond, so limit the wait.
  const patiently = <Result>(result: Promise<Result>) => withTimeout(clock, limits.outbox_before_boot_ms, result);

  // Browsers that can't list databases may still have it.
  const isThere = async (): Promise<boolean> =>
    (await indexedDB().databases?.())?.some((each) => each.name === name) ?? true;

  const open = (): Promise<IDBDatabase | undefined> =>
    new Promise((resolve) => {
      const request = indexedDB().open(name, 1);
      request.onupgradeneeded = () => {
        for (const queue of QUEUES) {
          const options = { keyPath: "key", autoIncrement: true };
          request.result.createObjectStore(queue, options).createIndex("owner", "owner");
        }
      };
      request.onsuccess = () => {
        request.result.onversionchange = () => request.result.close();
        resolve(request.result);
      };
      request.onerror = request.onblocked = () => resolve(undefined);
    });

  return async (mode) => {
    if (!deps.allowed()) return undefined;
    if (!opened && mode === "readonly" && !(await patiently(isThere()))) return undefined;
    opened ??= patiently(open());
    return opened;
  };
}
