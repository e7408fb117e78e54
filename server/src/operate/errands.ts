import type { Errand, ErrandAnswer } from "./errand-worker.ts";

/** As for the writer of SQLite: in one compiled file, programs are named from the root of the build. */
const WORKER = import.meta.url.includes("/$bunfs/")
  ? "./operate/errand-worker.ts"
  : new URL("./errand-worker.ts", import.meta.url).href;

/**
 * Runs one errand in a Worker of its own, which ends with it.
 *
 * @example
 * await runErrand({ kind: "examine", config, now_ms: clock.now() });
 */
export async function runErrand(errand: Errand): Promise<ErrandAnswer> {
  const worker = new Worker(WORKER);
  try {
    return await new Promise<ErrandAnswer>((resolve) => {
      worker.onmessage = (event: MessageEvent<ErrandAnswer>) => resolve(event.data);
      worker.onerror = (event) => resolve({ kind: "failed", message: event.message, foreseen: false });
      worker.postMessage(errand);
    });
  } finally {
    worker.terminate();
  }
}
