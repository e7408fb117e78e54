import type { BatchOutcome, GroupExecutor } from "../commit-group.ts";
import { MAYBE_STORED, StoreError } from "../store.ts";
import type { Synchronous } from "./connection.ts";
import type { WorkerRequest, WorkerResponse } from "./worker.ts";
import { startThread, type WorkerThread } from "./worker-thread.ts";

type WriterThread = WorkerThread<WorkerRequest, WorkerResponse>;

/**
 * Starts the worker with the only writing connection to a SQLite file, so that a slow disk never blocks the sockets. A
 * worker that stops is replaced for the next write. Rejects if the file can't be opened.
 */
export async function startSqliteWriter(path: string, synchronous: Synchronous): Promise<GroupExecutor> {
  let running: WriterThread | undefined = await openWorker(path, synchronous);
  let is_closed = false;
  return {
    async execute(group): Promise<readonly BatchOutcome[]> {
      if (is_closed) throw new StoreError("unavailable", "The store is closed.");
      if (running?.isDead() === true) {
        running.terminate();
        running = undefined;
      }
      running ??= await openWorker(path, synchronous);
      const reply = await running.request({ kind: "group", group });
      if (reply.kind === "answers") return reply.answers;
      if (reply.kind === "failed") throw new StoreError(reply.error, reply.message);
      throw new StoreError("unavailable", `The writer of ${path} answered out of turn.`);
    },
    async close() {
      is_closed = true;
      if (running === undefined || running.isDead()) return;
      await running.request({ kind: "close" });
      running.terminate();
    },
  };
}

async function openWorker(path: string, synchronous: Synchronous): Promise<WriterThread> {
  const running: WriterThread = startThread("worker.ts", `The writer of ${path}`, MAYBE_STORED);
  const opened = await running.request({ kind: "open", path, synchronous });
  if (opened.kind !== "failed") return running;
  running.terminate();
  throw new StoreError("unavailable", `${path} cannot be opened: ${opened.message}`);
}
