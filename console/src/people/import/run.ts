import type { Clock } from "@fanfare/contract/clock";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import type { ImportedPerson, ImportPeopleResponse } from "@fanfare/contract/schema/people-import";
import { ApiProblem } from "../../api-problem.ts";
import { type CsvRow, createCsvReader } from "./csv.ts";
import { type Column, personOf } from "./mapping.ts";

/** A line that was not stored, and why. */
export interface LineError {
  readonly line: number;
  readonly message: string;
}

/** How far an import is. `errors` holds the first ones; `refused` counts all. */
export interface ImportProgress {
  readonly bytes: number;
  readonly lines: number;
  readonly made: number;
  readonly changed: number;
  readonly refused: number;
  readonly errors: readonly LineError[];
}

export const NOTHING_YET: ImportProgress = { bytes: 0, lines: 0, made: 0, changed: 0, refused: 0, errors: [] };
const ERRORS_KEPT_MAX = 10_000;
const TRIES_MAX = 6;

interface RunDeps {
  readonly clock: Pick<Clock, "after">;
  readonly send: (people: readonly ImportedPerson[]) => Promise<ImportPeopleResponse>;
  readonly onProgress: (progress: ImportProgress) => void;
  readonly signal: AbortSignal;
}

/** The head of a file and its first rows. */
export async function peekAt(
  file: Blob,
): Promise<{ readonly head: readonly string[]; readonly sample: readonly CsvRow[] }> {
  const reader = createCsvReader(limits.people_import_line_bytes_max);
  const part = file.slice(0, limits.people_import_line_bytes_max);
  const rows = [...reader.push(await part.text()), ...(part.size === file.size ? reader.end() : [])];
  const [first, ...sample] = rows;
  return { head: first?.fields ?? [], sample: sample.slice(0, 50) };
}

/**
 * Reads a file in parts and sends its people in batches, one after the other: neither the file's size nor a slow server
 * matters to the page's memory. What the server cannot take now is sent again a few times.
 *
 * @throws ApiProblem when the server refuses a whole batch; RangeError for a line without an end.
 */
export async function runImport(file: Blob, columns: readonly Column[], deps: RunDeps): Promise<ImportProgress> {
  const reader = createCsvReader(limits.people_import_line_bytes_max);
  const decoder = new TextDecoder();
  const stream = file.stream().getReader();
  let progress = NOTHING_YET;
  let waiting: CsvRow[] = [];
  let head_seen = false;

  const refuse = (errors: readonly LineError[]): void => {
    progress = {
      ...progress,
      refused: progress.refused + errors.length,
      errors: [...progress.errors, ...errors].slice(0, ERRORS_KEPT_MAX),
    };
  };
  const flush = async (rows: readonly CsvRow[]): Promise<void> => {
    const read = rows.map((row) => ({ line: row.line, person: personOf(row, columns) }));
    const wrong = read.flatMap(({ line, person }) => (typeof person === "string" ? [{ line, message: person }] : []));
    const ready = read.flatMap(({ line, person }) => (typeof person === "string" ? [] : [{ line, person }]));
    if (ready.length > 0) {
      const people = ready.map(({ person }) => person);
      const answer = await sendPatiently(people, deps);
      wrong.push(...answer.refused.map(({ index, message }) => ({ line: ready[index]?.line ?? 0, message })));
      progress = { ...progress, made: progress.made + answer.made, changed: progress.changed + answer.changed };
    }
    refuse(wrong.toSorted((a, b) => a.line - b.line));
    progress = { ...progress, lines: progress.lines + rows.length };
    deps.onProgress(progress);
  };
  const take = async (rows: readonly CsvRow[], all: boolean): Promise<void> => {
    waiting.push(...(head_seen ? rows : rows.slice(1)));
    head_seen ||= rows.length > 0;
    while (waiting.length >= limits.people_import_batch_max || (all && waiting.length > 0)) {
      deps.signal.throwIfAborted();
      const batch = waiting.slice(0, limits.people_import_batch_max);
      waiting = waiting.slice(batch.length);
      await flush(batch);
    }
  };

  for (;;) {
    const { value } = await stream.read();
    if (value === undefined) break;
    await take(reader.push(decoder.decode(value, { stream: true })), false);
    progress = { ...progress, bytes: progress.bytes + value.byteLength };
  }
  await take([...reader.push(decoder.decode()), ...reader.end()], true);
  return progress;
}

async function sendPatiently(people: readonly ImportedPerson[], deps: RunDeps): Promise<ImportPeopleResponse> {
  for (let tried = 1; ; tried++) {
    try {
      return await deps.send(people);
    } catch (error) {
      const again = error instanceof ApiProblem && error.retryable && tried < TRIES_MAX && !deps.signal.aborted;
      if (!again) throw error;
      const wait_ms = (error.retry_after_s ?? 2 ** tried) * SECOND_MS;
      await new Promise<void>((resolve) => deps.clock.after(wait_ms, resolve));
    }
  }
}
