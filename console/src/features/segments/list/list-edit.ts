import { createCsvReader, removeFormulaGuard } from "@fanfare/contract/lib/csv";
import { limits } from "@fanfare/contract/limits";
import { guessColumns } from "@fanfare/contract/people/import-columns";
import type { SegmentListChange } from "@fanfare/contract/schema/responses/people/segment";

/** An external ID and the line that it's on. */
export interface ListedId {
  readonly line: number;
  readonly id: string;
}

/**
 * Reads external IDs from a pasted list or a CSV file: the column named like an ID, or the first one of files without
 * such a header. Skips empty lines.
 *
 * @throws CsvError for an unclosed quote.
 * @example
 * parseIds("u_1\nu_2"); // [{ line: 1, id: "u_1" }, { line: 2, id: "u_2" }]
 */
export function parseIds(text: string): readonly ListedId[] {
  const reader = createCsvReader(limits.people_import_row_chars_max);
  const rows = [...reader.push(text), ...reader.end()];
  const head = guessColumns(rows[0]?.fields ?? [], []).findIndex(({ use }) => use === "id");
  const column = Math.max(0, head);
  return rows
    .slice(head < 0 ? 0 : 1)
    .map(({ line, fields }) => ({ line, id: removeFormulaGuard(fields[column] ?? "").trim() }))
    .filter(({ id }) => id !== "");
}

export interface ListEditResult {
  readonly changed: number;
  readonly unchanged: number;
  /** Lines with an ID that no person has. */
  readonly unknown: readonly ListedId[];
}

/** Sends IDs in batches, one after the other. Repeating it after a failure changes nothing twice. */
export async function addInBatches(
  ids: readonly ListedId[],
  send: (external_ids: readonly string[]) => Promise<SegmentListChange>,
  onProgress: (share: number) => void,
): Promise<ListEditResult> {
  let [changed, unchanged] = [0, 0];
  // No person has a longer ID, and the server rejects the request.
  const isTooLong = (id: string): boolean => new TextEncoder().encode(id).length > limits.external_id_bytes_max;
  const all = [...new Set(ids.map(({ id }) => id))];
  const unknown = new Set(all.filter(isTooLong));
  const distinct = all.filter((id) => !unknown.has(id));
  for (let start = 0; start < distinct.length; start += limits.segment_list_batch_max) {
    const answer = await send(distinct.slice(start, start + limits.segment_list_batch_max));
    changed += answer.changed;
    unchanged += answer.unchanged;
    for (const id of answer.unknown) unknown.add(id);
    onProgress(Math.min(1, (start + limits.segment_list_batch_max) / distinct.length));
  }
  return { changed, unchanged, unknown: ids.filter(({ id }) => unknown.has(id)) };
}
