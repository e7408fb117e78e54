import type { Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import type { PlainStatement } from "../commit-group.ts";
import { StoreError } from "../store.ts";
import type { ReaderRequest, ReaderResponse } from "./reader.ts";
import { startThread, type WorkerThread } from "./worker-thread.ts";

export type ReadRows = Extract<ReaderResponse, { kind: "rows" }>["rows"];

/** Threads that read one SQLite file. */
export interface ReaderPool {
  /** Sees every write that was acknowledged before the call. */
  read(statement: PlainStatement): Promise<ReadRows>;
  /** Rejects reads that wait or run. */
  close(): Promise<void>;
}

type ReaderThread = WorkerThread<ReaderRequest, ReaderResponse>;

interface PendingRead {
  readonly statement: PlainStatement;
  resolve(rows: ReadRows): void;
  reject(error: unknown): void;
}

/**
 * Starts at most `sqlite_readers_max` threads, each when all others are busy. A thread that stopped is replaced. A
 * statement can't be interrupted: after its deadline, its thread stays busy until it's done.
 *
 * Pass the platform's `clock` even if the server uses a manual one, as for the writer.
 */
export function createReaderPool(path: string, clock: Pick<Clock, "after">): ReaderPool {
  return new SqliteReaderPool(path, clock);
}

class SqliteReaderPool implements ReaderPool {
  readonly #path: string;
  readonly #clock: Pick<Clock, "after">;
  readonly #queue: PendingRead[] = [];
  readonly #idle: ReaderThread[] = [];
  readonly #busy = new Map<ReaderThread, PendingRead>();
  #is_closed = false;

  constructor(path: string, clock: Pick<Clock, "after">) {
    this.#path = path;
    this.#clock = clock;
  }

  async read(statement: PlainStatement): Promise<ReadRows> {
    if (this.#is_closed) throw closed();
    const { length } = this.#queue;
    if (length >= limits.read_queue_max) {
      throw new StoreError("unavailable", `${length} reads are already waiting for the disk. Try again later.`);
    }
    const pending = { ...Promise.withResolvers<ReadRows>(), statement };
    const cancel = this.#clock.after(limits.background_read_deadline_ms, () => this.#expire(pending));
    this.#queue.push(pending);
    this.#startNext();
    try {
      return await pending.promise;
    } finally {
      cancel();
    }
  }

  async close(): Promise<void> {
    if (this.#is_closed) return;
    this.#is_closed = true;
    for (const pending of [...this.#queue.splice(0), ...this.#busy.values()]) pending.reject(closed());
    for (const thread of this.#busy.keys()) thread.terminate();
    const idle = this.#idle.splice(0).filter((thread) => !thread.isDead());
    // A thread that stops now has nothing to close.
    await Promise.allSettled(idle.map((thread) => thread.request({ kind: "close" })));
    for (const thread of idle) thread.terminate();
  }

  #expire(pending: PendingRead): void {
    const at = this.#queue.indexOf(pending);
    if (at !== -1) this.#queue.splice(at, 1);
    const waited = `The database didn't respond within ${limits.background_read_deadline_ms} ms.`;
    pending.reject(new StoreError("unavailable", `${waited} Try again later.`));
  }

  #startNext(): void {
    while (this.#queue.length > 0) {
      const thread = this.#takeThread();
      const next = thread && this.#queue.shift();
      if (thread === undefined || next === undefined) return;
      void this.#run(thread, next);
    }
  }

  #takeThread(): ReaderThread | undefined {
    for (let thread = this.#idle.pop(); thread !== undefined; thread = this.#idle.pop()) {
      if (!thread.isDead()) return thread;
    }
    if (this.#busy.size >= limits.sqlite_readers_max) return undefined;
    return startThread("reader.ts", `A reader of ${this.#path}`, "Try again.");
  }

  async #run(thread: ReaderThread, pending: PendingRead): Promise<void> {
    this.#busy.set(thread, pending);
    try {
      const reply = await thread.request({ kind: "read", path: this.#path, statement: pending.statement });
      if (reply.kind === "rows") pending.resolve(reply.rows);
      else if (reply.kind === "failed") pending.reject(new StoreError(reply.error, reply.message));
    } catch (error) {
      pending.reject(error);
    }
    this.#busy.delete(thread);
    if (this.#is_closed) return;
    if (!thread.isDead()) this.#idle.push(thread);
    this.#startNext();
  }
}

function closed(): StoreError {
  return new StoreError("unavailable", "The store is closed.");
}
