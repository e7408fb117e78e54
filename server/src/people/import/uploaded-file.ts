import { formatByteLimit } from "@fanfare/contract/lib/bytes";
import { CSV_START, CsvError, type CsvPosition, type CsvRow, createCsvReader } from "@fanfare/contract/lib/csv";
import { type MemberId, newId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { guessColumns, type ImportColumn } from "@fanfare/contract/people/import-columns";
import { ProblemError } from "@fanfare/contract/problem";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { fromJson, toJson } from "../../store/columns.ts";
import { insertRow } from "../../store/statements/insert-row.ts";
import {
  appendPart,
  countPendingImports,
  endImport,
  importById,
  insertRows,
  type PeopleImportRow,
} from "../../store/statements/people/people-imports.ts";
import type { Statement } from "../../store/store.ts";
import type { PeopleDeps } from "../person/find-person.ts";

const GUESSED_FROM_ROWS = 50;

/**
 * Creates an import that waits for its file.
 *
 * @throws ProblemError `import_running` if too many of the app's files are already waiting.
 */
export async function createImport(
  deps: PeopleDeps,
  app: AppRecord,
  file_name: string,
  member_id: MemberId | null,
): Promise<PeopleImportRow> {
  const { clock, rng, store } = deps;
  if ((await countPendingImports(store.db, app.id)) >= limits.people_imports_waiting_max) {
    throw new ProblemError(
      "import_running",
      `${limits.people_imports_waiting_max} files of this app are waiting. Start or cancel one of them. Waiting files are deleted after ${limits.people_import_waiting_hours} hours.`,
    );
  }
  const row: PeopleImportRow = {
    ...{ id: newId("imp", clock, rng), app_id: app.id, state: "uploading", file_name, reader: toJson(CSV_START) },
    ...{ columns: "[]", sample: "[]", bytes: 0, parts: 0, batches: 0, row_count: 0, rows_done: 0 },
    ...{ made: 0, changed: 0, refused: 0, failure: null, member_id },
    ...{ created_at: clock.now(), started_at: null, ended_at: null },
  };
  await store.write([{ query: insertRow(store.db, "people_imports", row), expect: 1 }]);
  return row;
}

/** @throws ProblemError `import_not_found`. */
export async function existingImport({ store }: PeopleDeps, app: AppRecord, id: string): Promise<PeopleImportRow> {
  const row = await importById(store.db, app.id, id);
  if (row !== undefined) return row;
  throw new ProblemError(
    "import_not_found",
    `Import not found in this app. Imports are deleted ${limits.people_import_kept_days} days after they end, or after ${limits.people_import_waiting_hours} hours if they aren't started.`,
  );
}

/**
 * Stores the next part of a file, so that an interrupted upload can continue with the missing part. Known parts change
 * nothing.
 *
 * @throws ProblemError `import_refused` for a part out of order; `import_unreadable` for a file that isn't CSV or is
 * too large.
 */
export async function storeImportPart(
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
        ? `Upload the parts in order. The next part is number ${row.parts}.`
        : `This import is ${row.state}, and its file is already complete.`,
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
  // Unmet if a concurrent request stored the same part.
  await store.write([{ query: appendPart(store.db, row, read.after), expect: 1 }, ...statements]);
  return existingImport(deps, app, id);
}

function readPart(row: PeopleImportRow, part: { readonly text: string; readonly last: boolean }) {
  const bytes = row.bytes + Buffer.byteLength(part.text);
  if (bytes > limits.people_import_bytes_max) {
    throw new CsvError(`The file is larger than ${formatByteLimit(limits.people_import_bytes_max)}. Split it.`);
  }
  // Cast: written by this function, or when the import was created.
  const place = fromJson(row.reader, (value) => value as CsvPosition);
  const reader = createCsvReader(limits.people_import_row_chars_max, place);
  const rows = [...reader.push(part.text), ...(part.last ? reader.end() : [])];
  const known = importColumns(row);
  const [head] = known.length === 0 ? rows.splice(0, 1) : [];
  const fields = [...importSample(row), ...rows.map((each) => each.fields)];
  const names = head?.fields ?? known.map(({ name }) => name);
  // Small parts aren't enough to guess from, so guess again with each part of the first rows.
  const settled = row.row_count >= limits.people_import_sample_rows || names.length === 0;
  const columns = settled ? known : guessUploadColumns(names, fields);
  if (part.last && columns.length === 0)
    throw new CsvError("The file is empty. Add a header row with the column names.");
  const row_count = row.row_count + rows.length;
  if (row_count > limits.people_import_rows_max) {
    throw new CsvError(`The file has more than ${limits.people_import_rows_max} rows. Split it.`);
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

function guessUploadColumns(names: readonly string[], rows: readonly (readonly string[])[]): readonly ImportColumn[] {
  const { people_import_columns_max: columns_max } = limits;
  if (names.length > columns_max) {
    throw new CsvError(`The file has ${names.length} columns, and the limit is ${columns_max}.`);
  }
  return guessColumns(names, rows.slice(0, GUESSED_FROM_ROWS));
}

function inBatches(rows: readonly CsvRow[]): readonly (readonly CsvRow[])[] {
  const size = limits.people_import_batch_max;
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  );
}

/** Cast: {@link storeImportPart} wrote the columns, or they were validated before the import started. */
export const importColumns = ({ columns }: Pick<PeopleImportRow, "columns">): readonly ImportColumn[] =>
  fromJson(columns, (value) => value as readonly ImportColumn[]);
export const importSample = ({ sample }: Pick<PeopleImportRow, "sample">): readonly (readonly string[])[] =>
  fromJson(sample, (value) => value as readonly (readonly string[])[]);
export const importRows = ({ rows }: { readonly rows: string }): readonly CsvRow[] =>
  fromJson(rows, (value) => value as readonly CsvRow[]);
