import type { BatchOutcome, GroupExecutor } from "../commit-group.ts";
import { MAYBE_STORED, StoreError } from "../store.ts";
import type { Synchronous } from "./connection.ts";
import type { WorkerRequest, WorkerResponse } from "./worker.ts";

/** In a server compiled into one file, embedded programs are named relative to the build root, `server/src`. */
const WORKER = import.meta.url.includes("/$bunfs/")
  ? "./store/sqlite/worker.ts"
  : new URL("./worker.ts", import.meta.url).href;

interface RunningWorker {
  request(question: WorkerRequest): Promise<WorkerResponse>;
  readonly isDead: () => boolean;
  terminate(): void;
}

/**
 * Starts the worker with the only writing connection to a SQLite file, so that a slow disk never blocks the sockets. A
 * worker that stops is replaced for the next write. Rejects if the file can't be opened.
 */
export async function startSqliteWriter(path: string, synchronous: Synchronous): Promise<GroupExecutor> {
  let running: RunningWorker | undefined = await openWorker(path, synchronous);
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

async function openWorker(path: string, synchronous: Synchronous): Promise<RunningWorker> {
  const running = startWorker(path);
  const opened = await running.request({ kind: "open", path, synchronous });
  if (opened.kind !== "failed") return running;
  running.terminate();
  throw new StoreError("unavailable", `${path} cannot be opened: ${opened.message}`);
}

function startWorker(path: string): RunningWorker {
  const worker = new Worker(WORKER);
  let waiting: PromiseWithResolvers<WorkerResponse> | undefined;
  let dead: string | undefined;
  const die = (reason: string): void => {
    dead ??= reason;
    waiting?.reject(new StoreError("unavailable", `${dead} ${MAYBE_STORED}`));
  };
  // Posting text costs a fifth of cloning an object with a thousand small parts.
  worker.onmessage = (event: MessageEvent<string>) => {
    // Cast: sent by the worker.
    waiting?.resolve(JSON.parse(event.data) as WorkerResponse);
  };
  worker.onerror = (event) => die(`The writer of ${path} stopped: ${event.message}.`);
  worker.addEventListener("close", () => die(`The writer of ${path} stopped.`));
  return {
    isDead: () => dead !== undefined,
    async request(question) {
      if (dead !== undefined) throw new StoreError("unavailable", dead);
      waiting = Promise.withResolvers<WorkerResponse>();
      worker.postMessage(JSON.stringify(question));
      return await waiting.promise;
    },
    terminate: () => worker.terminate(),
  };
}
