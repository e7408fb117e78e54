import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { type BatchOutcome, type GroupExecutor, type PlainBatch, plainBatch } from "./commit-group.ts";
import { MAYBE_STORED, NOT_STORED, type Statement, StoreError, type WriteResult } from "./store.ts";

/** Queue in front of the single writing connection. */
export interface GroupWriter {
  /** Batches are applied in the order of the calls. */
  write(batch: readonly Statement[], deadline_ms?: number): Promise<WriteResult>;
  /** Rejects new writes, and resolves when all accepted ones have settled. The executor stays open. */
  close(): Promise<void>;
}

interface Pending {
  readonly batch: PlainBatch;
  readonly arrived_at: number;
  readonly deadline_ms: number;
  readonly settle: (answer: BatchOutcome) => void;
  state: "queued" | "sent" | "settled";
}

/**
 * Group commit: one transaction and one disk sync for all batches that arrive while the last group is being stored. A
 * single batch is sent immediately. Under load, a group collects batches for `group_commit_window_ms` or until it has
 * `group_commit_rows_max` statements. A statement counts as one row, because the real number is unknown before it runs.
 *
 * Pass the platform's `clock` even if the server uses a manual one: a window that waits for a test to advance time
 * would never end.
 */
export function createGroupWriter(executor: GroupExecutor, clock: Clock): GroupWriter {
  return new GroupCommitQueue(executor, clock);
}

class GroupCommitQueue implements GroupWriter {
  readonly #executor: GroupExecutor;
  readonly #clock: Clock;
  readonly #queue: Pending[] = [];
  #queued_rows = 0;
  #is_storing = false;
  #is_start_scheduled = false;
  #cancel_window: Cancel | undefined;
  #closing: PromiseWithResolvers<void> | undefined;

  constructor(executor: GroupExecutor, clock: Clock) {
    this.#executor = executor;
    this.#clock = clock;
  }

  async write(batch: readonly Statement[], deadline_ms = limits.store_deadline_ms): Promise<WriteResult> {
    if (this.#closing !== undefined) throw new StoreError("unavailable", "The store is closed.");
    const { length } = this.#queue;
    if (length >= limits.write_queue_batches_max) {
      throw new StoreError(
        "unavailable",
        `${length} writes are already waiting for the disk. Nothing was stored. Try again later.`,
      );
    }
    const plain = plainBatch(batch);
    return plain.length === 0 ? { outcome: "committed", results: [] } : await this.#enqueue(plain, deadline_ms);
  }

  close(): Promise<void> {
    this.#closing ??= Promise.withResolvers<void>();
    this.#scheduleNext();
    return this.#closing.promise;
  }

  #enqueue(batch: PlainBatch, deadline_ms: number): Promise<WriteResult> {
    const { promise, resolve, reject } = Promise.withResolvers<WriteResult>();
    const is_idle = this.#queue.length === 0 && !this.#is_storing && this.#cancel_window === undefined;
    const pending: Pending = {
      batch,
      arrived_at: this.#clock.now(),
      deadline_ms,
      state: "queued",
      settle(answer) {
        if (pending.state === "settled") return;
        pending.state = "settled";
        cancel_deadline();
        if (answer.outcome === "failed") reject(new StoreError(answer.kind, answer.message, { cause: answer.cause }));
        else resolve(answer);
      },
    };
    const cancel_deadline = this.#clock.after(deadline_ms, () => this.#expire(pending));
    this.#queue.push(pending);
    this.#queued_rows += batch.length;
    if (is_idle) {
      // Group the writes of one turn of the event loop.
      this.#is_start_scheduled = true;
      queueMicrotask(() => void this.#start());
    } else {
      this.#scheduleNext();
    }
    return promise;
  }

  /** Starts the next group now, or when its window ends. */
  #scheduleNext(): void {
    const oldest = this.#queue[0];
    if (oldest === undefined) {
      if (!this.#is_storing) this.#closing?.resolve();
      return;
    }
    if (this.#is_storing || this.#is_start_scheduled) return;
    const waited_ms = this.#clock.now() - oldest.arrived_at;
    const is_full = this.#queued_rows >= limits.group_commit_rows_max;
    if (is_full || waited_ms >= limits.group_commit_window_ms || this.#closing !== undefined) {
      void this.#start();
    } else {
      const rest_ms = limits.group_commit_window_ms - waited_ms;
      this.#cancel_window ??= this.#clock.after(rest_ms, () => void this.#start());
    }
  }

  async #start(): Promise<void> {
    this.#is_start_scheduled = false;
    this.#cancel_window?.();
    this.#cancel_window = undefined;
    if (this.#is_storing || this.#queue.length === 0) return;
    this.#is_storing = true;
    const group = this.#takeGroup();
    const answers = await execute(this.#executor, group);
    this.#is_storing = false;
    group.forEach((pending, index) => {
      pending.settle(
        answers[index] ?? { outcome: "failed", kind: "unavailable", message: "The store didn't respond." },
      );
    });
    this.#scheduleNext();
  }

  #takeGroup(): Pending[] {
    const group: Pending[] = [];
    let rows = 0;
    for (let next = this.#queue[0]; next !== undefined; next = this.#queue[0]) {
      if (group.length > 0 && rows + next.batch.length > limits.group_commit_rows_max) break;
      this.#queue.shift();
      rows += next.batch.length;
      next.state = "sent";
      group.push(next);
    }
    this.#queued_rows -= rows;
    return group;
  }

  #expire(pending: Pending): void {
    const was_sent = pending.state === "sent";
    if (!was_sent) {
      this.#queue.splice(this.#queue.indexOf(pending), 1);
      this.#queued_rows -= pending.batch.length;
    }
    const waited = `The store didn't respond within ${pending.deadline_ms} ms.`;
    const known = was_sent ? MAYBE_STORED : NOT_STORED;
    pending.settle({ outcome: "failed", kind: "unavailable", message: `${waited} ${known}` });
    this.#scheduleNext();
  }
}

async function execute(executor: GroupExecutor, group: readonly Pending[]): Promise<readonly BatchOutcome[]> {
  try {
    const deadline_ms = group.reduce((longest, pending) => Math.max(longest, pending.deadline_ms), 0);
    return await executor.execute(
      group.map((pending) => pending.batch),
      deadline_ms,
    );
  } catch (cause) {
    const kind = cause instanceof StoreError ? cause.kind : "unavailable";
    const message = cause instanceof Error ? cause.message : String(cause);
    return group.map(() => ({ outcome: "failed", kind, message, cause }));
  }
}
