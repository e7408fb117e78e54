import { type Kysely, sql } from "kysely";
import type { ColumnTypes, Migration } from "./migration.ts";

function statements(db: Kysely<unknown>, { text, integer, table_end }: ColumnTypes) {
  return [
    db.schema
      .createTable("people_imports")
      .addColumn("id", text, (column) => column.primaryKey().notNull())
      .addColumn("app_id", text, (column) => column.notNull().references("apps.id").onDelete("cascade"))
      .addColumn("state", text, (column) => column.notNull())
      .addColumn("file_name", text, (column) => column.notNull())
      .addColumn("reader", text, (column) => column.notNull())
      .addColumn("columns", text, (column) => column.notNull())
      .addColumn("sample", text, (column) => column.notNull())
      .addColumn("bytes", integer, (column) => column.notNull())
      .addColumn("parts", integer, (column) => column.notNull())
      .addColumn("batches", integer, (column) => column.notNull())
      .addColumn("row_count", integer, (column) => column.notNull())
      .addColumn("rows_done", integer, (column) => column.notNull())
      .addColumn("made", integer, (column) => column.notNull())
      .addColumn("changed", integer, (column) => column.notNull())
      .addColumn("refused", integer, (column) => column.notNull())
      .addColumn("failure", text)
      .addColumn("member_id", text, (column) => column.references("members.id").onDelete("set null"))
      .addColumn("created_at", integer, (column) => column.notNull())
      .addColumn("started_at", integer)
      .addColumn("ended_at", integer)
      .modifyEnd(table_end),
    db.schema.createIndex("people_imports_by_app").on("people_imports").columns(["app_id", "id"]),
    db.schema
      .createIndex("people_imports_running")
      .unique()
      .on("people_imports")
      .column("app_id")
      .where(sql.ref("state"), "=", sql.lit("running")),
    db.schema
      .createTable("people_import_rows")
      .addColumn("import_id", text, (column) => column.notNull().references("people_imports.id").onDelete("cascade"))
      .addColumn("seq", integer, (column) => column.notNull())
      .addColumn("rows", text, (column) => column.notNull())
      .addPrimaryKeyConstraint("people_import_rows_key", ["import_id", "seq"])
      .modifyEnd(table_end),
    db.schema
      .createTable("people_import_refusals")
      .addColumn("import_id", text, (column) => column.notNull().references("people_imports.id").onDelete("cascade"))
      .addColumn("line", integer, (column) => column.notNull())
      .addColumn("external_id", text)
      .addColumn("message", text, (column) => column.notNull())
      .addColumn("fields", text, (column) => column.notNull())
      .addPrimaryKeyConstraint("people_import_refusals_key", ["import_id", "line"])
      .modifyEnd(table_end),
    db.schema
      .createIndex("people_import_refusals_by_name")
      .on("people_import_refusals")
      .columns(["external_id", "import_id"]),
  ];
}

/** Files of people that the server works off. */
export const peopleImports: Migration = { number: 19, name: "people imports", statements };
