import { csvLine } from "@fanfare/contract/csv";
import type { AppId } from "@fanfare/contract/ids";
import { limits } from "@fanfare/contract/limits";
import { type ExportedRow, type ExportedTable, nextRows } from "../store/exports.ts";
import type { Store } from "../store/store.ts";

export type ExportFormat = "csv" | "ndjson";

/** A table of an app as a file, read and written in parts: its size does not matter to the server's memory. */
export function exportOf(
  { db }: Pick<Store, "db">,
  app_id: AppId,
  table: ExportedTable,
  format: ExportFormat,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let last: ExportedRow | undefined;
  return new ReadableStream({
    async pull(controller) {
      const rows = await nextRows(db, table, app_id, last, limits.export_rows_per_read);
      const [first] = rows;
      if (first === undefined) {
        controller.close();
        return;
      }
      const head = last === undefined && format === "csv" ? csvLine(Object.keys(first)) : "";
      last = rows.at(-1);
      const lineOf = (row: ExportedRow): string =>
        format === "csv" ? csvLine(Object.values(row)) : `${JSON.stringify(row)}\n`;
      controller.enqueue(encoder.encode(head + rows.map(lineOf).join("")));
    },
  });
}
