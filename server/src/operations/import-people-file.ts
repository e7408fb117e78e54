import { stat } from "node:fs/promises";
import { CsvError, chunkEnd } from "@fanfare/contract/lib/csv";
import { createCsvDecoder } from "@fanfare/contract/lib/csv-decoder";
import { limits } from "@fanfare/contract/limits";
import { COLUMN_USES, type ColumnUse, type ImportColumn } from "@fanfare/contract/people/import-columns";
import { ProblemError } from "@fanfare/contract/problem";
import type { ColumnChoice } from "@fanfare/contract/schema/people/people-import";
import type { ImportCheck, LineProblem } from "@fanfare/contract/schema/responses/people/people-import";
import { z } from "zod";
import type { AppRecord } from "../accounts/apps/app-directory.ts";
import { UsageError } from "../lib/operator-errors.ts";
import { checkImport, selectColumns } from "../people/import/check-import.ts";
import { createImport, existingImport, importColumns, storeImportPart } from "../people/import/uploaded-file.ts";
import type { PeopleImportRow } from "../store/statements/people/people-imports.ts";
import type { OperationContext } from "./operation-context.ts";

const PROBLEMS_SHOWN_MAX = 100;

export const importFileSchema = z.strictObject({
  /** Absolute path. Callers can already read the whole data directory. */
  file: z.string().max(4_096),
  /** Column uses by name, overriding the guesses. */
  columns: z.record(z.string(), z.enum(COLUMN_USES)).default({}),
  /** Validates every row without importing. */
  check: z.boolean().default(false),
});

export function presentImport(row: PeopleImportRow) {
  const { id, state, row_count: rows, rows_done, made, changed, refused, failure } = row;
  return { id, state, rows, rows_done, made, changed, refused, failure };
}

/**
 * Loads a local file as an import, validates all of it, and starts it unless `check` is set.
 *
 * @throws UsageError for a missing file or column; ProblemError for an invalid import.
 */
export async function importFile(
  operator: OperationContext,
  app: AppRecord,
  { file, columns: uses, check }: z.output<typeof importFileSchema>,
): Promise<{
  readonly import: ReturnType<typeof presentImport>;
  readonly columns: readonly ImportColumn[];
  readonly problems: readonly LineProblem[];
  readonly problems_total: number;
}> {
  if (!(await stat(file).catch(() => undefined))?.isFile()) throw new UsageError(`File not found: ${file}.`);
  const made = await createImport(operator, app, file.split("/").at(-1) ?? "", null);
  try {
    const row = await upload(operator, app, made, file);
    const choices = applyColumnUses(importColumns(row), uses);
    const columns = selectColumns(row, choices);
    const found = await importProblems(operator, app, row, choices);
    if (check) await operator.importer.cancel(row, null);
    else await operator.importer.start(row, columns, null);
    return { import: presentImport(await existingImport(operator, app, row.id)), columns, ...found };
  } catch (error) {
    // Cancel an import that can't start. An invalid CSV file has already been canceled.
    await operator.importer.cancel(made, null).catch(() => undefined);
    throw error instanceof CsvError ? new ProblemError("import_unreadable", error.message) : error;
  }
}

async function importProblems(
  operator: OperationContext,
  app: AppRecord,
  { id }: PeopleImportRow,
  columns: readonly ColumnChoice[],
): Promise<{ readonly problems: readonly LineProblem[]; readonly problems_total: number }> {
  const problems: LineProblem[] = [];
  let problems_total = 0;
  for (let after: number | null = -1; after !== null; ) {
    const found: ImportCheck = await checkImport(operator, app, id, { columns, after });
    problems.push(...found.problems.slice(0, PROBLEMS_SHOWN_MAX - problems.length));
    problems_total += found.problems.length;
    after = found.next;
  }
  return { problems, problems_total };
}

async function upload(
  operator: OperationContext,
  app: AppRecord,
  { id }: PeopleImportRow,
  file: string,
): Promise<PeopleImportRow> {
  const decode = createCsvDecoder();
  let waiting = "";
  let number = 0;
  const send = (text: string, last: boolean) => storeImportPart(operator, app, id, { number: number++, text, last });
  for await (const bytes of Bun.file(file).stream()) {
    waiting += decode(bytes);
    while (waiting.length > limits.people_import_part_chars_max) {
      const end = chunkEnd(waiting, limits.people_import_part_chars_max);
      await send(waiting.slice(0, end), false);
      waiting = waiting.slice(end);
    }
  }
  return send(waiting + decode(), true);
}

function applyColumnUses(columns: readonly ImportColumn[], uses: Readonly<Record<string, ColumnUse>>) {
  const unknown = Object.keys(uses).find((name) => columns.every((column) => column.name !== name));
  if (unknown !== undefined) {
    const known = columns.map(({ name }) => name).join(", ");
    throw new UsageError(`The file has no column ${unknown}. Its columns are ${known}.`);
  }
  const has_id = Object.values(uses).includes("id");
  return columns.map(({ name, attribute, use }) => {
    const wanted = Object.hasOwn(uses, name) ? uses[name] : undefined;
    return { attribute, use: wanted ?? (has_id && use === "id" ? ("none" as const) : use) };
  });
}
