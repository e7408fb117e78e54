import { limits } from "@fanfare/contract/limits";
import { columnsProblem, type ImportColumn, parseImportedPerson } from "@fanfare/contract/people/import-columns";
import { ProblemError } from "@fanfare/contract/problem";
import type { ColumnChoice, ImportCheck, LineProblem } from "@fanfare/contract/schema/people/people-import";
import { refusalText } from "@fanfare/contract/wording/refusals";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { type PeopleImportRow, rowsFrom } from "../../store/statements/people/people-imports.ts";
import type { PeopleDeps } from "../person/find-person.ts";
import { parseEntry } from "./import-people.ts";
import { existingImport, importColumns, importRows } from "./uploaded-file.ts";

/** Batches that are read at once. */
const BATCHES = Math.ceil(limits.people_import_checked_rows / limits.people_import_batch_max);

/**
 * The columns of a file as somebody chose them, or as they were guessed.
 *
 * @throws ProblemError `body_invalid` when they are not those of this file, or nobody could be imported by them.
 */
export function selectColumns(
  row: PeopleImportRow,
  choices: readonly ColumnChoice[] | undefined,
): readonly ImportColumn[] {
  const guessed = importColumns(row);
  if (choices !== undefined && choices.length !== guessed.length) {
    throw new ProblemError(
      "body_invalid",
      `This file has ${guessed.length} columns, but ${choices.length} column settings were sent.`,
    );
  }
  const columns = guessed.map((column, index) => ({ ...column, ...choices?.[index] }));
  const wrong = columnsProblem(columns);
  if (wrong === undefined) return columns;
  const message = refusalText(wrong);
  throw new ProblemError("body_invalid", message, { fields: [{ pointer: "/columns", message }] });
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
    throw new ProblemError(
      "import_refused",
      `This import is ${row.state}. Only imports that are ready can be validated.`,
    );
  }
  const columns = selectColumns(row, choices);
  const batches = await rowsFrom(deps.store.db, row.id, after + 1, BATCHES);
  const problems: LineProblem[] = [];
  let rows = 0;
  for (const batch of batches) {
    for (const each of importRows(batch)) {
      rows += 1;
      const read = parseImportedPerson(each, columns);
      const cause = read.outcome === "refused" ? read.cause : parseEntry(read.person);
      if (cause !== undefined) problems.push({ line: each.line, message: refusalText(cause), cause });
    }
  }
  const last = batches.at(-1)?.seq;
  return { rows, problems, next: last === undefined || last + 1 >= row.batches ? null : last };
}
