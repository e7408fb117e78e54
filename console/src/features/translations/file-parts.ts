import { CsvError, type CsvRow, createCsvReader, csvLine, removeFormulaGuard } from "@fanfare/contract/lib/csv";
import { limits } from "@fanfare/contract/limits";
import { TRANSLATION_COLUMNS } from "@fanfare/contract/schema/content/translations";
import type { TranslationImport } from "@fanfare/contract/schema/responses/content/translations";

/** Part of a file that is sent in one request, with the header row. */
export interface FileChunk {
  readonly csv: string;
  readonly rows: number;
  /** Maps a line of this part to its line in the whole file. */
  lineOf(line: number): number;
}

/**
 * Splits a translation file between content items, so that each item changes completely or not at all. Invalid files
 * stay in one part, and the server reports the error.
 *
 * @example
 * for (const part of splitFile(await file.text())) await api.sendTranslations({ app_id, language, csv: part.csv });
 */
export function splitFile(csv: string, rows_max: number = limits.translation_rows_per_call): readonly FileChunk[] {
  const [head, ...rows] = readRows(csv) ?? [];
  const column = head?.fields.indexOf(TRANSLATION_COLUMNS[0]) ?? -1;
  if (head === undefined || column === -1) return [{ csv, rows: rows.length, lineOf: (line) => line }];
  const parts: CsvRow[][] = [];
  for (const of_content of Map.groupBy(rows, ({ fields }) => removeFormulaGuard(fields[column] ?? "")).values()) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + of_content.length <= rows_max) last.push(...of_content);
    else parts.push([...of_content]);
  }
  return parts.map((of_part) => toChunk(head, of_part));
}

export function mergeResults(one: TranslationImport, other: TranslationImport): TranslationImport {
  return {
    contents: one.contents + other.contents,
    texts: one.texts + other.texts,
    unchanged: one.unchanged + other.unchanged,
    refused: one.refused + other.refused,
    refusals: [...one.refusals, ...other.refusals].toSorted((first, second) => first.line - second.line),
  };
}

function toChunk(head: CsvRow, rows: readonly CsvRow[]): FileChunk {
  const csv = [head, ...rows].map(({ fields }) => csvLine(fields.map(removeFormulaGuard))).join("");
  const here = (readRows(csv) ?? []).slice(1);
  const lines = new Map(here.map(({ line }, index) => [line, rows[index]?.line ?? line]));
  return { csv, rows: rows.length, lineOf: (line) => lines.get(line) ?? line };
}

function readRows(csv: string): readonly CsvRow[] | undefined {
  try {
    const reader = createCsvReader(limits.translation_row_chars_max);
    return [...reader.push(csv), ...reader.end()];
  } catch (error) {
    if (error instanceof CsvError) return undefined;
    throw error;
  }
}
