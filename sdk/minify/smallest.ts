import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

/** More threads than this wait for the largest file. */
const THREADS_MAX = 4;

/**
 * Minifies each module in the style that compresses it best. Uses all processors: it's most of the SDK's build.
 *
 * @throws Error with terser's message.
 */
export async function smallestOf(modules: readonly string[]): Promise<readonly string[]> {
  const written: string[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    const thread = new Worker(new URL("./thread.ts", import.meta.url));
    try {
      while (next < modules.length) {
        const index = next++;
        written[index] = await answerOf(thread, modules[index] ?? "");
      }
    } finally {
      await thread.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), THREADS_MAX) }, work));
  return written;
}

function answerOf(thread: Worker, code: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const onMessage = ({ smallest, failure }: Answer): void => {
      thread.off("error", reject);
      if (smallest === undefined) reject(new Error(failure));
      else resolve(smallest);
    };
    thread.once("message", onMessage);
    thread.once("error", reject);
    thread.postMessage(code);
  });
}

/** What a thread sends back for a module. */
export interface Answer {
  readonly smallest?: string;
  readonly failure?: string;
}
