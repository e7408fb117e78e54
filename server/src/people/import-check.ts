import { columnsProblem, type ImportColumn, personOf } from "@fanfare/contract/import-columns";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { ColumnChoice, ImportCheck, LineProblem } from "@fanfare/contract/schema/people-import";
import type { AppRecord } from "../accounts/app-directory.ts";
import { type PeopleImportRow, rowsFrom } from "../store/people-imports.ts";
import { existingImport, importColumns, importRows } from "./import-file.ts";
import { readableEntry } from "./import-people.ts";
import type { PeopleDeps } from "./people.ts";

/** Batches that are read at once. */
const BATCHES = Math.ceil(limits.people_import_checked_rows / limits.people_import_batch_max);

/**
 * The columns of a file as somebody chose them, or as they were guessed.
 *
 * @throws ProblemError `body_invalid` when they are not those of this file, or nobody could be imported by them.
 */
export function chosenColumns(
  row: PeopleImportRow,
  choices: readonly ColumnChoice[] | undefined,
): readonly ImportColumn[] {
  const guessed = importColumns(row);
  if (choices !== undefined && choices.length !== guessed.length) {
    throw new ProblemError("body_invalid", `This file has ${guessed.length} columns, and ${choices.length} were told.`);
  }
  const columns = guessed.map((column, index) => ({ ...column, ...choices?.[index] }));
  const wrong = columnsProblem(columns);
  if (wrong === undefined) return columns;
  throw new ProblemError("body_invalid", wrong, { fields: [{ pointer: "/columns", message: wrong }] });
}

/**
 * Every row that would be refused by these columns, a bounded number of rows at a time. Who was erased, and what others
 * change meanwhile, is seen when the import runs.
 *
 * @throws ProblemError `import_not_found`, `import_refused` where the file is not there, `body_invalid` for the columns.
 */
export async function checkImport(
  deps: PeopleDeps,
  app: AppRecord,
  id: string,
  { columns: choices, after }: { readonly columns?: readonly ColumnChoice[] | undefined; readonly after: number },
): Promise<ImportCheck> {
  const row = await existingImport(deps, app, id);
  if (row.state !== "ready") {
    throw new ProblemError("import_refused", `This import is ${row.state}: only one that is ready can be checked.`);
  }
  const columns = chosenColumns(row, choices);
  const batches = await rowsFrom(deps.store.db, row.id, after + 1, BATCHES);
  const problems: LineProblem[] = [];
  let rows = 0;
  for (const batch of batches) {
    for (const each of importRows(batch)) {
      rows += 1;
      const person = personOf(each, columns);
      const message = typeof person === "string" ? person : readableEntry(person);
      if (message !== undefined) problems.push({ line: each.line, message });
    }
  }
  const last = batches.at(-1)?.seq;
  return { rows, problems, next: last === undefined || last + 1 >= row.batches ? null : last };
}
