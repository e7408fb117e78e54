import { csvLine } from "@fanfare/contract/lib/csv";
import type { AppId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import {
  type ExportedFilter,
  type ExportedRow,
  type ExportedTable,
  nextRows,
} from "../../store/statements/analytics/exports.ts";
import type { Store } from "../../store/store.ts";

export type ExportFormat = "csv" | "ndjson";

/** Batches of rows of a file. Any batch can be empty. */
export type ExportBatches = AsyncGenerator<readonly ExportedRow[], void>;

export async function* tableInBatches(
  { db }: Pick<Store, "db">,
  app_id: AppId,
  table: ExportedTable,
  filter: ExportedFilter = {},
): ExportBatches {
  let last: ExportedRow | undefined;
  do {
    const rows = await nextRows(db, table, app_id, last, limits.export_rows_per_read, filter);
    last = rows.at(-1);
    if (last !== undefined) yield rows;
  } while (last !== undefined);
}

/** Streams rows as a file in batches, so that its size doesn't affect memory use. Stops when the reader stops. */
export function formatExport(parts: ExportBatches, format: ExportFormat): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const lineOf = (row: ExportedRow): string =>
    format === "csv" ? csvLine(Object.values(row)) : `${JSON.stringify(row)}\n`;
  let has_head = format !== "csv";
  return new ReadableStream({
    async pull(controller) {
      for (;;) {
        const { value: rows, done } = await parts.next();
        if (done === true) return controller.close();
        const [first] = rows;
        if (first === undefined) continue;
        const head = has_head ? "" : csvLine(Object.keys(first));
        has_head = true;
        return controller.enqueue(encoder.encode(head + rows.map(lineOf).join("")));
      }
    },
    async cancel() {
      await parts.return();
    },
  });
}
