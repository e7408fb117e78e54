import type { Clock } from "@fanfare/contract/lib/clock";
import { chunkEnd } from "@fanfare/contract/lib/csv";
import { createCsvDecoder } from "@fanfare/contract/lib/csv-decoder";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import type { PeopleImport } from "@fanfare/contract/schema/responses/people/people-import";
import { ApiProblem } from "../../../lib/api/api-problem.ts";

const TRIES_MAX = 6;

interface UploadDeps {
  readonly clock: Pick<Clock, "after">;
  readonly signal: AbortSignal;
  /** Sends one part. Idempotent: the server stores each part once. */
  readonly send: (number: number, part: { readonly text: string; readonly last: boolean }) => Promise<PeopleImport>;
  readonly onProgress: (bytes: number) => void;
}

/**
 * Uploads a file sequentially in text parts, so memory use stays low for large files and slow servers. Retries
 * temporary failures a few times.
 *
 * @throws ApiProblem if the server rejects the file.
 * @throws CsvError if the file isn't text.
 */
export async function uploadFile(file: Blob, deps: UploadDeps): Promise<PeopleImport> {
  const decode = createCsvDecoder();
  const stream = file.stream().getReader();
  let waiting = "";
  let number = 0;
  let bytes = 0;
  const send = (text: string, last: boolean): Promise<PeopleImport> => {
    const own = number++;
    return sendWithRetry(() => deps.send(own, { text, last }), deps);
  };
  for (;;) {
    const { value } = await stream.read();
    if (value === undefined) break;
    waiting += decode(value);
    bytes += value.byteLength;
    while (waiting.length > limits.people_import_part_chars_max) {
      const end = chunkEnd(waiting, limits.people_import_part_chars_max);
      await send(waiting.slice(0, end), false);
      waiting = waiting.slice(end);
      deps.onProgress(bytes - waiting.length);
    }
  }
  return send(waiting + decode(), true);
}

async function sendWithRetry(send: () => Promise<PeopleImport>, deps: UploadDeps): Promise<PeopleImport> {
  for (let tried = 1; ; tried++) {
    deps.signal.throwIfAborted();
    try {
      return await send();
    } catch (error) {
      const again = error instanceof ApiProblem && error.retryable && tried < TRIES_MAX && !deps.signal.aborted;
      if (!again) throw error;
      const wait_ms = (error.retry_after_s ?? 2 ** tried) * SECOND_MS;
      await new Promise<void>((resolve) => deps.clock.after(wait_ms, resolve));
    }
  }
}
