import { describe, expect, test } from "bun:test";
import type { EventId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { EXPORTED_TABLES } from "@fanfare/contract/schema/analytics/funnel";
import { sampleRows } from "../../../test/support/sample-rows.ts";
import type { TemporaryStore } from "../../../test/support/temporary-store.ts";
import type { Statement } from "../../store/store.ts";
import { type ExportFormat, formatExport, tableInBatches } from "./export.ts";

async function partsOf(store: TemporaryStore["store"], table: (typeof EXPORTED_TABLES)[number], format: ExportFormat) {
  const { apps } = sampleRows("one");
  const parts: string[] = [];
  const decoder = new TextDecoder();
  for await (const part of formatExport(tableInBatches(store, apps.id, table), format))
    parts.push(decoder.decode(part));
  return parts;
}

/** Contract test for exporting an app's data, run against each database. */
export function exportContract(dialect: string, open: () => Promise<TemporaryStore>): void {
  describe(`app export (${dialect})`, () => {
    test("exports only the app's own rows of every table, as CSV and NDJSON", async () => {
      await using temporary = await open();
      const { store } = temporary;
      for (const of of ["one", "other"]) {
        const rows = Object.entries(sampleRows(of)).filter(([table]) => !ONE_ROW.has(table) || of === "one");
        await store.write(
          rows.map(([table, row]) => ({
            query: store.db
              .insertInto(table as "people")
              .values(row as never)
              .compile(),
          })),
        );
      }
      for (const table of EXPORTED_TABLES) {
        const { endpoint_hash: _, sealed: __, ...expected }: Record<string, unknown> = { ...sampleRows("one")[table] };
        const lines = (await partsOf(store, table, "ndjson")).join("").trimEnd().split("\n");
        expect([table, lines.map((line) => JSON.parse(line))]).toMatchObject([table, [expected]]);
        for (const secret of ["endpoint_hash", "sealed"]) expect(lines[0]).not.toContain(`"${secret}"`);
        const csv = (await partsOf(store, table, "csv")).join("").split("\r\n");
        expect([table, csv.length]).toEqual([table, 3]);
        expect(csv[0]?.split(",").toSorted()).toEqual(Object.keys(JSON.parse(lines[0] ?? "")).toSorted());
      }
    });

    test("exports each row once, in parts of a limited size", async () => {
      await using temporary = await open();
      const { store } = temporary;
      const { apps, people, events } = sampleRows("one");
      const count = limits.export_rows_per_read * 2 + 1;
      const inserts: Statement[] = [
        { query: store.db.insertInto("apps").values(apps).compile() },
        { query: store.db.insertInto("people").values(people).compile() },
      ];
      for (let from = 0; from < count; from += 500) {
        const rows = Array.from({ length: Math.min(500, count - from) }, (_, index) => ({
          ...events,
          id: `evt-${String(from + index).padStart(6, "0")}` as EventId,
        }));
        inserts.push({ query: store.db.insertInto("events").values(rows).compile() });
      }
      await store.write(inserts);
      const parts = (await partsOf(store, "events", "ndjson")).map((part) => part.trimEnd().split("\n"));
      expect(parts.map(({ length }) => length)).toEqual([limits.export_rows_per_read, limits.export_rows_per_read, 1]);
      const ids = parts.flat().map((line) => JSON.parse(line).id);
      expect(new Set(ids).size).toBe(count);
    });
  });
}

/** Workspace-level tables with one row. */
const ONE_ROW: ReadonlySet<string> = new Set([
  "workspace",
  "mail_server",
  "single_sign_on",
  "saml_settings",
  "setup_links",
  "moves",
]);

test("exports every table that references a person", () => {
  const naming = Object.entries(sampleRows("x")).filter(([, row]) => "person_id" in row);
  const known: readonly string[] = EXPORTED_TABLES;
  expect(naming.map(([table]) => table).filter((table) => !known.includes(table))).toEqual([]);
});
