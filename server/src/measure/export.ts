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

/**
 * One line of CSV (RFC 4180). Text that a spreadsheet would run as a formula begins with an apostrophe: what visitors wrote
 * must do nothing on the machine of who opens the file.
 *
 * @example
 * csvLine(["a,b", "=1+1", 7, null]); // '"a,b",\'=1+1,7,\r\n'
 */
export function csvLine(values: readonly (string | number | null)[]): string {
  return `${values.map(field).join(",")}\r\n`;
}

function field(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
