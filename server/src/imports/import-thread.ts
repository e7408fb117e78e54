import type { Clock } from "@fanfare/contract/lib/clock";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { ImportOutcome, ImportRequest } from "./import-files.ts";

/** As for SQLite's writer: in a compiled file, paths start at the root of the build. */
const WORKER = import.meta.url.includes("/$bunfs/")
  ? "./imports/import-worker.ts"
  : new URL("./import-worker.ts", import.meta.url).href;

export type ReadFiles = (request: ImportRequest) => Promise<ImportOutcome>;

/**
 * Reads files of others in a Worker, one request after the other: parsing a large file takes seconds, and pages are
 * waiting. A Worker that takes too long is stopped.
 *
 * @example
 * const readFiles = createImportThread(clock);
 * await readFiles({ files: [{ name: "tour.js", text }], taken: [] });
 */
export function createImportThread(clock: Pick<Clock, "after">): ReadFiles {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (request) => {
    if (waiting >= limits.content_imports_waiting_max) {
      throw new ProblemError("rate_limited", "Too many imports are waiting. Try again in a minute.");
    }
    waiting += 1;
    const outcome = last.then(() => readInWorker(clock, request)).finally(() => (waiting -= 1));
    last = outcome.catch(() => undefined);
    return await outcome;
  };
}

async function readInWorker(clock: Pick<Clock, "after">, request: ImportRequest): Promise<ImportOutcome> {
  const worker = new Worker(WORKER);
  const ms_max = limits.content_import_ms_max;
  let stopWaiting: (() => void) | undefined;
  try {
    return await new Promise<ImportOutcome>((resolve, reject) => {
      worker.onmessage = (event: MessageEvent<ImportOutcome>) => resolve(event.data);
      worker.onerror = (event) => reject(new Error(`The import stopped: ${event.message}`));
      stopWaiting = clock.after(ms_max, () => {
        const message = `Reading took longer than ${ms_max / SECOND_MS} s. Import only the file with the steps.`;
        resolve({ kind: "failed", file: 0, failure: "too_large", message });
      });
      worker.postMessage(request);
    });
  } finally {
    stopWaiting?.();
    worker.terminate();
  }
}
