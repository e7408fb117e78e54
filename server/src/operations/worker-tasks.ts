import type { WorkerTask, WorkerTaskResult } from "./task-worker.ts";

/** As for the writer of SQLite: in one compiled file, programs are named from the root of the build. */
const WORKER = import.meta.url.includes("/$bunfs/")
  ? "./operations/task-worker.ts"
  : new URL("./task-worker.ts", import.meta.url).href;

/**
 * Runs one errand in a Worker of its own, which ends with it.
 *
 * @example
 * await runErrand({ kind: "examine", config, now_ms: clock.now() });
 */
export async function runWorkerTask(errand: WorkerTask): Promise<WorkerTaskResult> {
  const worker = new Worker(WORKER);
  try {
    return await new Promise<WorkerTaskResult>((resolve) => {
      worker.onmessage = (event: MessageEvent<WorkerTaskResult>) => resolve(event.data);
      worker.onerror = (event) => resolve({ kind: "failed", message: event.message, foreseen: false });
      worker.postMessage(errand);
    });
  } finally {
    worker.terminate();
  }
}
