import { closeSync, fsyncSync, mkdirSync, openSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { systemClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { createGroupWriter } from "../group-commit.ts";
import { migrate } from "../migrate.ts";
import { migrations } from "../migrations/migrations.ts";
import type { Store, StoreDeps } from "../store.ts";
import { busyMs } from "./busy-time.ts";
import { openReading, type Synchronous } from "./connection.ts";
import { acquireFileLock } from "./file-lock.ts";
import { kyselyOver, type ReadRows, readWith, readWithThreads } from "./kysely.ts";
import { ReadPace } from "./read-pace.ts";
import { createReaderPool } from "./reader-pool.ts";
import { startSqliteWriter } from "./writer.ts";

/**
 * Store in one SQLite file: short reads on this thread's connection unless the disk is slow, other reads and writes in workers. `synchronous` is a parameter only so
 * that the power-loss test can show that it detects losses at other levels.
 */
export async function openSqlite(path: string, deps: StoreDeps, synchronous: Synchronous = "FULL"): Promise<Store> {
  const file = resolve(path);
  prepareFile(file);
  const lock = acquireFileLock(file);
  const opened: (() => void | Promise<void>)[] = [() => lock.release()];
  const closeAll = async (): Promise<void> => {
    for (const close of opened.reverse()) await close();
  };
  try {
    const executor = await startSqliteWriter(file, synchronous);
    opened.push(() => executor.close());
    const reading = openReading(file);
    opened.push(() => reading.close());
    const readers = createReaderPool(file, systemClock);
    opened.push(() => readers.close());
    const inThreads = readWithThreads(readers);
    const writer = createGroupWriter(executor, systemClock);
    opened.push(() => writer.close());
    let closed: Promise<void> | undefined;
    const store: Store = {
      dialect: "sqlite",
      db: kyselyOver(readAtPace(readWith(reading), inThreads, deps.log), () => reading.close()),
      background_db: kyselyOver(inThreads, () => readers.close()),
      write: (batch) => writer.write(batch),
      close() {
        closed ??= closeAll();
        return closed;
      },
    };
    await migrate(store, writer, migrations, deps);
    return store;
  } catch (cause) {
    await closeAll();
    throw cause;
  }
}

/** Reads on this thread while that is fast, and in threads while the disk is slow. */
function readAtPace(readHere: ReadRows, readInThreads: ReadRows, log: StoreDeps["log"]): ReadRows {
  const pace = new ReadPace();
  return (query) => {
    const start_ms = performance.now();
    const next = pace.next(start_ms);
    if (next === "threads") return readInThreads(query);
    const busy_ms = next === "measured" ? busyMs() : 0;
    const rows = readHere(query);
    const end_ms = performance.now();
    const wait_ms = end_ms - start_ms - (next === "measured" ? busyMs() - busy_ms : 0);
    if (pace.waited(wait_ms, end_ms)) log.warn("disk_slow", { pause_ms: limits.slow_disk_pause_ms });
    return rows;
  };
}

/**
 * Creates directory and file with access only for their owner: the database contains encrypted secrets and people's
 * attributes.
 */
function prepareFile(file: string): void {
  const directory = dirname(file);
  const made = mkdirSync(directory, { recursive: true, mode: 0o700 });
  closeSync(openSync(file, "a", 0o600));
  // A new name survives a power cut only after its directory is synced.
  for (const each of foldersToSync(directory, made)) sync(each);
}

/** Returns the file's folder and the parents of all created folders. `made` is the outermost created folder, if any. */
export function foldersToSync(directory: string, made: string | undefined): readonly string[] {
  const last = made === undefined ? directory : dirname(made);
  const folders = [directory];
  // The root is its own parent, so stop at `last`.
  for (let holder = directory; holder !== last; ) {
    holder = dirname(holder);
    folders.push(holder);
  }
  return folders;
}

function sync(directory: string): void {
  const handle = openSync(directory, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
