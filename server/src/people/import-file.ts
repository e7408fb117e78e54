import { limitInWords } from "@fanfare/contract/bytes";
import { CSV_BEGINNING, CsvError, type CsvPlace, type CsvRow, createCsvReader } from "@fanfare/contract/csv";
import { type MemberId, newId } from "@fanfare/contract/ids";
import { guessColumns, type ImportColumn } from "@fanfare/contract/import-columns";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { AppRecord } from "../accounts/app-directory.ts";
import { fromJson, toJson } from "../store/columns.ts";
import {
  countWaiting,
  endImport,
  importById,
  insertImport,
  insertRows,
  type PeopleImportRow,
  takePart,
} from "../store/people-imports.ts";
import type { Statement } from "../store/store.ts";
import type { PeopleDeps } from "./people.ts";

/** Rows by which the columns are guessed. */
const GUESSED_FROM_ROWS = 50;

/**
 * An import whose file is still to come.
 *
 * @throws ProblemError `import_running` when too many files of the app wait already.
 */
export async function createImport(
  deps: PeopleDeps,
  app: AppRecord,
  file_name: string,
  member_id: MemberId | null,
): Promise<PeopleImportRow> {
  const { clock, rng, store } = deps;
  if ((await countWaiting(store.db, app.id)) >= limits.people_imports_waiting_max) {
    throw new ProblemError(
      "import_running",
      `${limits.people_imports_waiting_max} files of this app wait to be imported. Start or cancel one of them; each is forgotten after ${limits.people_import_waiting_hours} hours.`,
    );
  }
  const row: PeopleImportRow = {
    ...{ id: newId("imp", clock, rng), app_id: app.id, state: "uploading", file_name, reader: toJson(CSV_BEGINNING) },
    ...{ columns: "[]", sample: "[]", bytes: 0, parts: 0, batches: 0, row_count: 0, rows_done: 0 },
    ...{ made: 0, changed: 0, refused: 0, failure: null, member_id },
    ...{ created_at: clock.now(), started_at: null, ended_at: null },
  };
  await store.write([{ query: insertImport(store.db, row), expect: 1 }]);
  return row;
}

/** @throws ProblemError `import_not_found`. */
export async function existingImport({ store }: PeopleDeps, app: AppRecord, id: string): Promise<PeopleImportRow> {
  const row = await importById(store.db, app.id, id);
  if (row !== undefined) return row;
  throw new ProblemError(
    "import_not_found",
    `This app has no such import. They are forgotten ${limits.people_import_kept_days} days after their end, and after ${limits.people_import_waiting_hours} hours where nobody begins them.`,
  );
}

/**
 * Takes the next part of a file: its rows are stored, so that a browser that breaks off goes on with the part that is
 * missing. A part that is known already changes nothing.
 *
 * @throws ProblemError `import_refused` for a part out of order; `import_unreadable` for what is no CSV file, or too large.
 */
export async function takeImportPart(
  deps: PeopleDeps,
  app: AppRecord,
  id: string,
  part: { readonly number: number; readonly text: string; readonly last: boolean },
): Promise<PeopleImportRow> {
  const { store, clock } = deps;
  const row = await existingImport(deps, app, id);
  if (part.number < row.parts) return row;
  if (row.state !== "uploading" || part.number > row.parts) {
    throw new ProblemError(
      "import_refused",
      row.state === "uploading"
        ? `Parts come in order: number ${row.parts} is the next.`
        : `This import is ${row.state}: its file has come to its end.`,
    );
  }
  let read: ReturnType<typeof readPart>;
  try {
    read = readPart(row, part);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const end = { state: "failed", failure: error.message, ended_at: clock.now() } as const;
    await store.write([{ query: endImport(store.db, row.id, ["uploading"], end) }]);
    throw new ProblemError("import_unreadable", error.message);
  }
  const statements: Statement[] = read.batches.map((rows, index) => ({
    query: insertRows(store.db, row.id, row.batches + index, toJson(rows)),
  }));
  // Unmet where the same part came twice at once: the other one was stored.
  await store.write([{ query: takePart(store.db, row, read.after), expect: 1 }, ...statements]);
  return existingImport(deps, app, id);
}

function readPart(row: PeopleImportRow, part: { readonly text: string; readonly last: boolean }) {
  const bytes = row.bytes + Buffer.byteLength(part.text);
  if (bytes > limits.people_import_bytes_max) {
    throw new CsvError(`A file has at most ${limitInWords(limits.people_import_bytes_max)}. Split it.`);
  }
  // Written by this function, or where an import begins.
  const place = fromJson(row.reader, (value) => value as CsvPlace);
  const reader = createCsvReader(limits.people_import_row_chars_max, place);
  const rows = [...reader.push(part.text), ...(part.last ? reader.end() : [])];
  const known = importColumns(row);
  const [head] = known.length === 0 ? rows.splice(0, 1) : [];
  const fields = [...importSample(row), ...rows.map((each) => each.fields)];
  const names = head?.fields ?? known.map(({ name }) => name);
  // Small parts hold too little to guess from: while the first rows come, it is guessed again.
  const settled = row.row_count >= limits.people_import_sample_rows || names.length === 0;
  const columns = settled ? known : guessed(names, fields);
  if (part.last && columns.length === 0) throw new CsvError("The file is empty. Its first line names the columns.");
  const row_count = row.row_count + rows.length;
  if (row_count > limits.people_import_rows_max) {
    throw new CsvError(`A file has at most ${limits.people_import_rows_max} rows. Split it.`);
  }
  const batches = inBatches(rows);
  const sample = fields.slice(0, limits.people_import_sample_rows);
  return {
    batches,
    after: {
      state: part.last ? ("ready" as const) : ("uploading" as const),
      ...{ reader: toJson(reader.place()), columns: toJson(columns), sample: toJson(sample) },
      ...{ bytes, batches: row.batches + batches.length, row_count },
    },
  };
}

function guessed(names: readonly string[], rows: readonly (readonly string[])[]): readonly ImportColumn[] {
  const { people_import_columns_max: columns_max } = limits;
  if (names.length > columns_max) {
    throw new CsvError(`A file has at most ${columns_max} columns, and this one has ${names.length}.`);
  }
  return guessColumns(names, rows.slice(0, GUESSED_FROM_ROWS));
}

function inBatches(rows: readonly CsvRow[]): readonly (readonly CsvRow[])[] {
  const size = limits.people_import_batch_max;
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  );
}

/** What is in these columns was written by {@link takeImportPart} or checked before an import began. */
export const importColumns = ({ columns }: Pick<PeopleImportRow, "columns">): readonly ImportColumn[] =>
  fromJson(columns, (value) => value as readonly ImportColumn[]);
export const importSample = ({ sample }: Pick<PeopleImportRow, "sample">): readonly (readonly string[])[] =>
  fromJson(sample, (value) => value as readonly (readonly string[])[]);
export const importRows = ({ rows }: { readonly rows: string }): readonly CsvRow[] =>
  fromJson(rows, (value) => value as readonly CsvRow[]);
