import type { Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { withTimeout } from "../../lib/timeout.ts";

const QUEUES = ["events", "calls"] as const;
export type Queue = (typeof QUEUES)[number];

/** The database of an app's queues; undefined when it may not be used, fails, or is not there and nothing is to be written. */
export type OpenDatabase = (mode: IDBTransactionMode) => Promise<IDBDatabase | undefined>;

/**
 * One connection for all queues, opened when there is something to write or something was left. Most pages never have
 * anything to write: a look into what is not there makes no database, which would cost them more than all else of a start.
 */
export function createDatabase(
  deps: { readonly indexedDB: () => IDBFactory; readonly clock: Clock; readonly allowed: () => boolean },
  name: string,
): OpenDatabase {
  const { clock, indexedDB } = deps;
  let opened: Promise<IDBDatabase | undefined> | undefined;
  // Some browsers never answer; the page must not wait for them.
  const patiently = <Result>(result: Promise<Result>) => withTimeout(clock, limits.outbox_before_boot_ms, result);

  // Where the browser cannot name its databases, it may be there.
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
