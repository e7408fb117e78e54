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

export function formatExport(parts: ExportBatches, format: ExportFormat): ReadableStream<Uint8Array> {
  return streamText(formatRows(parts, format));
}

async function* formatRows(parts: ExportBatches, format: ExportFormat): AsyncGenerator<string, void> {
  const lineOf = (row: ExportedRow): string =>
    format === "csv" ? csvLine(Object.values(row)) : `${JSON.stringify(row)}\n`;
  let has_head = format !== "csv";
  for await (const rows of parts) {
    const [first] = rows;
    if (first === undefined) continue;
    const head = has_head ? "" : csvLine(Object.keys(first));
    has_head = true;
    yield head + rows.map(lineOf).join("");
  }
}

/** Streams a file in batches, so that its size doesn't affect memory use. Stops when the reader stops. */
export function streamText(parts: AsyncGenerator<string, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await parts.next();
      if (done === true) return controller.close();
      controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return();
    },
  });
}
