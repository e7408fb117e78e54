import type { BatchOutcome, GroupExecutor } from "../commit-group.ts";
import { StoreError } from "../store.ts";
import type { Synchronous } from "./connection.ts";
import type { WorkerRequest, WorkerResponse } from "./worker.ts";

/** In a server compiled into one file, embedded programs are named relative to the build root, `server/src`. */
const WORKER = import.meta.url.includes("/$bunfs/")
  ? "./store/sqlite/worker.ts"
  : new URL("./worker.ts", import.meta.url).href;

/**
 * Starts the worker with the only writing connection to a SQLite file, so that a slow disk never blocks the sockets.
 * Rejects if the file can't be opened.
 */
export async function startSqliteWriter(path: string, synchronous: Synchronous): Promise<GroupExecutor> {
  const worker = new Worker(WORKER);
  let waiting: PromiseWithResolvers<WorkerResponse> | undefined;
  let dead: string | undefined;

  const die = (reason: string): void => {
    dead = reason;
    waiting?.reject(new StoreError("unavailable", reason));
  };
  // Posting text costs a fifth of cloning an object with a thousand small parts.
  worker.onmessage = (event: MessageEvent<string>) => {
    // Cast: sent by the worker.
    waiting?.resolve(JSON.parse(event.data) as WorkerResponse);
  };
  worker.onerror = (event) => die(`The writer of ${path} stopped: ${event.message}. Restart the server.`);
  worker.addEventListener("close", () => die(`The writer of ${path} stopped. Restart the server.`));

  const request = async (question: WorkerRequest): Promise<WorkerResponse> => {
    if (dead !== undefined) throw new StoreError("unavailable", dead);
    waiting = Promise.withResolvers<WorkerResponse>();
    worker.postMessage(JSON.stringify(question));
    return await waiting.promise;
  };

  const opened = await request({ kind: "open", path, synchronous });
  if (opened.kind === "failed") {
    worker.terminate();
    throw new StoreError("unavailable", `${path} cannot be opened: ${opened.message}`);
  }

  return {
    async execute(group): Promise<readonly BatchOutcome[]> {
      const reply = await request({ kind: "group", group });
      if (reply.kind === "answers") return reply.answers;
      if (reply.kind === "failed") throw new StoreError(reply.error, reply.message);
      throw new StoreError("unavailable", `The writer of ${path} answered out of turn.`);
    },
    async close() {
      if (dead === undefined) await request({ kind: "close" });
      worker.terminate();
    },
  };
}
