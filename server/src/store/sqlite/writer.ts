import type { BatchOutcome, GroupExecutor } from "../commit-group.ts";
import { StoreError } from "../store.ts";
import type { Synchronous } from "./connection.ts";
import type { WorkerRequest, WorkerResponse } from "./worker.ts";

/**
 * The Worker's program. In a server that was compiled into one file, the programs inside are named from the root of the build,
 * which is `server/src`.
 */
const WORKER = import.meta.url.includes("/$bunfs/")
  ? "./store/sqlite/worker.ts"
  : new URL("./worker.ts", import.meta.url).href;

/**
 * Starts the Worker that owns the only writing connection of a SQLite file: a slow disk stops the Worker, not the
 * sockets. Rejects when the file cannot be opened.
 */
export async function startSqliteWriter(path: string, synchronous: Synchronous): Promise<GroupExecutor> {
  const worker = new Worker(WORKER);
  let waiting: PromiseWithResolvers<WorkerResponse> | undefined;
  let dead: string | undefined;

  const die = (reason: string): void => {
    dead = reason;
    waiting?.reject(new StoreError("unavailable", reason));
  };
  // Text goes between threads at a fifth of what it costs to copy an object of a thousand small parts.
  worker.onmessage = (event: MessageEvent<string>) => {
    // The Worker's own words.
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
