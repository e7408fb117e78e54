import type { Kysely } from "kysely";
import type { ColumnTypes, Migration } from "./migration.ts";

function statements(db: Kysely<unknown>, { text, integer, bit, table_end }: ColumnTypes) {
  return [
    db.schema.alterTable("runs").addColumn("variant", text, (column) => column.notNull().defaultTo("")),
    db.schema
      .createTable("exposures")
      .addColumn("person_id", text, (column) => column.notNull().references("people.id").onDelete("cascade"))
      .addColumn("content_id", text, (column) => column.notNull())
      .addColumn("experiment", text, (column) => column.notNull())
      .addColumn("app_id", text, (column) => column.notNull())
      .addColumn("arm", text, (column) => column.notNull())
      .addColumn("version", integer, (column) => column.notNull())
      .addColumn("exposed_at", integer, (column) => column.notNull())
      .addColumn("crossed", bit, (column) => column.notNull())
      .addPrimaryKeyConstraint("exposures_key", ["person_id", "content_id", "experiment"])
      .modifyEnd(table_end),
    db.schema
      .createIndex("exposures_by_experiment")
      .on("exposures")
      .columns(["content_id", "app_id", "experiment", "arm", "person_id"]),
  ];
}

/** Which variant a run showed, and in which arm of an experiment people met it, or would have. */
export const experimentTables: Migration = { number: 14, name: "experiments", statements };
