import type { Cancel, Clock } from "@fanfare/contract/clock";
import { limits } from "@fanfare/contract/limits";
import { type Answer, type GroupExecutor, type PlainBatch, plainBatch } from "./group.ts";
import { MAYBE_STORED, type Statement, StoreError, type WriteResult } from "./store.ts";

/** The queue in front of the one writing connection. */
export interface GroupWriter {
  /** Takes its place in the queue at once: batches are applied in the order of these calls. */
  write(batch: readonly Statement[], deadline_ms?: number): Promise<WriteResult>;
  /** Refuses what comes from now on, and resolves when what was taken is answered. The executor stays open. */
  close(): Promise<void>;
}

interface Pending {
  readonly batch: PlainBatch;
  readonly arrived_at: number;
  readonly deadline_ms: number;
  readonly settle: (answer: Answer) => void;
  state: "queued" | "sent" | "settled";
}

/**
 * Group commit: one transaction, and one wait for the disk, for all batches that came while the last group was being
 * stored. A batch that comes alone is sent at once; under load a group gathers for `group_commit_window_ms` or until it
 * has `group_commit_rows_max` statements (one counts as one row: no more is known before it runs).
 *
 * `clock` measures the disk, so it is the platform's even where the rest of the house runs on a manual one: a window that
 * waits for a test to move time would keep a batch for ever.
 */
export function createGroupWriter(executor: GroupExecutor, clock: Clock): GroupWriter {
  const queue: Pending[] = [];
  let queued_rows = 0;
  let storing = false;
  let start_scheduled = false;
  let cancel_window: Cancel | undefined;
  let closing: PromiseWithResolvers<void> | undefined;

  const take = (): Pending[] => {
    const group: Pending[] = [];
    let rows = 0;
    for (let next = queue[0]; next !== undefined; next = queue[0]) {
      if (group.length > 0 && rows + next.batch.length > limits.group_commit_rows_max) break;
      queue.shift();
      rows += next.batch.length;
      next.state = "sent";
      group.push(next);
    }
    queued_rows -= rows;
    return group;
  };

  const start = async (): Promise<void> => {
    start_scheduled = false;
    cancel_window?.();
    cancel_window = undefined;
    if (storing || queue.length === 0) return;
    storing = true;
    const group = take();
    const answers = await execute(executor, group);
    storing = false;
    group.forEach((pending, index) => {
      pending.settle(
        answers[index] ?? { outcome: "failed", kind: "unavailable", message: "The store gave no answer." },
      );
    });
    consider();
  };

  /** Decides when the next group goes: now, or when its window ends. */
  const consider = (): void => {
    const oldest = queue[0];
    if (oldest === undefined) {
      if (!storing) closing?.resolve();
      return;
    }
    if (storing || start_scheduled) return;
    const waited_ms = clock.now() - oldest.arrived_at;
    if (queued_rows >= limits.group_commit_rows_max || waited_ms >= limits.group_commit_window_ms || closing) {
      void start();
    } else {
      cancel_window ??= clock.after(limits.group_commit_window_ms - waited_ms, () => void start());
    }
  };

  const expire = (pending: Pending): void => {
    const was_sent = pending.state === "sent";
    if (!was_sent) {
      queue.splice(queue.indexOf(pending), 1);
      queued_rows -= pending.batch.length;
    }
    const waited = `The store did not answer within ${pending.deadline_ms} ms.`;
    const known = was_sent ? MAYBE_STORED : "Nothing was stored; try again.";
    pending.settle({ outcome: "failed", kind: "unavailable", message: `${waited} ${known}` });
    consider();
  };

  const enqueue = (batch: PlainBatch, deadline_ms: number): Promise<WriteResult> => {
    const { promise, resolve, reject } = Promise.withResolvers<WriteResult>();
    const idle = queue.length === 0 && !storing && cancel_window === undefined;
    const pending: Pending = {
      batch,
      arrived_at: clock.now(),
      deadline_ms,
      state: "queued",
      settle(answer) {
        if (pending.state === "settled") return;
        pending.state = "settled";
        cancel_deadline();
        if (answer.outcome === "failed") reject(new StoreError(answer.kind, answer.message));
        else resolve(answer);
      },
    };
    const cancel_deadline = clock.after(deadline_ms, () => expire(pending));
    queue.push(pending);
    queued_rows += batch.length;
    if (idle) {
      // What the same turn of the loop writes goes together.
      start_scheduled = true;
      queueMicrotask(() => void start());
    } else {
      consider();
    }
    return promise;
  };

  return {
    async write(batch, deadline_ms = limits.store_deadline_ms) {
      if (closing !== undefined) throw new StoreError("unavailable", "The store is closed.");
      if (queue.length >= limits.write_queue_batches_max) {
        throw new StoreError(
          "unavailable",
          `${queue.length} writes already wait for the disk: nothing was stored; try again later.`,
        );
      }
      const plain = plainBatch(batch);
      return plain.length === 0 ? { outcome: "committed", results: [] } : await enqueue(plain, deadline_ms);
    },

    close() {
      closing ??= Promise.withResolvers<void>();
      consider();
      return closing.promise;
    },
  };
}

async function execute(executor: GroupExecutor, group: readonly Pending[]): Promise<readonly Answer[]> {
  try {
    const deadline_ms = group.reduce((longest, pending) => Math.max(longest, pending.deadline_ms), 0);
    return await executor.execute(
      group.map((pending) => pending.batch),
      deadline_ms,
    );
  } catch (cause) {
    const kind = cause instanceof StoreError ? cause.kind : "unavailable";
    const message = cause instanceof Error ? cause.message : String(cause);
    return group.map(() => ({ outcome: "failed", kind, message }));
  }
}
