import { limits } from "@fanfare/contract/limits";
import { columnsProblem, type ImportColumn, parseImportedPerson } from "@fanfare/contract/people/import-columns";
import { ProblemError } from "@fanfare/contract/problem";
import type { ColumnChoice } from "@fanfare/contract/schema/people/people-import";
import type { ImportCheck, LineProblem } from "@fanfare/contract/schema/responses/people/people-import";
import { refusalText } from "@fanfare/contract/wording/refusals";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { type PeopleImportRow, rowsFrom } from "../../store/statements/people/people-imports.ts";
import type { PeopleDeps } from "../person/find-person.ts";
import { parseEntry } from "./import-people.ts";
import { existingImport, importColumns, importRows } from "./uploaded-file.ts";

const BATCHES = Math.ceil(limits.people_import_checked_rows / limits.people_import_batch_max);

/**
 * Chosen or guessed columns of a file.
 *
 * @throws ProblemError `body_invalid` if they don't match the file, or can't identify people.
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
 * Returns every row that these columns would reject, reading a limited number of rows at a time. Erased people and
 * concurrent changes are detected only when the import runs.
 *
 * @throws ProblemError `import_not_found`, `import_refused` if the file is missing, `body_invalid` for the columns.
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
