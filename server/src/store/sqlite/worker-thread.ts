import { StoreError } from "../store.ts";

/** Thread with its own connection to a SQLite file. Answers one request at a time. */
export interface WorkerThread<Request, Response> {
  /** Rejects with a {@link StoreError} if the thread stops before it answers. */
  request(question: Request): Promise<Response>;
  readonly isDead: () => boolean;
  terminate(): void;
}

/** In a server compiled into one file, embedded programs are named relative to the build root, `server/src`. */
function programOf(file: string): string {
  return import.meta.url.includes("/$bunfs/") ? `./store/sqlite/${file}` : new URL(`./${file}`, import.meta.url).href;
}

/**
 * Starts the program `file` of this folder. `name` begins the message of a thread that stopped, and `lost` ends it.
 *
 * @example
 * const thread = startThread<WorkerRequest, WorkerResponse>("worker.ts", `The writer of ${path}`, MAYBE_STORED);
 */
export function startThread<Request, Response>(
  file: string,
  name: string,
  lost: string,
): WorkerThread<Request, Response> {
  const worker = new Worker(programOf(file));
  let waiting: PromiseWithResolvers<Response> | undefined;
  let dead: string | undefined;
  const die = (reason: string): void => {
    dead ??= reason;
    waiting?.reject(new StoreError("unavailable", `${dead} ${lost}`));
  };
  // Posting text costs a fifth of cloning an object with a thousand small parts.
  worker.onmessage = (event: MessageEvent<string>) => {
    // Cast: sent by the worker.
    waiting?.resolve(JSON.parse(event.data) as Response);
  };
  worker.onerror = (event) => die(`${name} stopped: ${event.message}.`);
  worker.addEventListener("close", () => die(`${name} stopped.`));
  return {
    isDead: () => dead !== undefined,
    async request(question) {
      if (dead !== undefined) throw new StoreError("unavailable", dead);
      waiting = Promise.withResolvers<Response>();
      worker.postMessage(JSON.stringify(question));
      return await waiting.promise;
    },
    terminate() {
      die(`${name} was stopped.`);
      worker.terminate();
    },
  };
}
