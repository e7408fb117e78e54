import type { Kysely } from "kysely";
import type { ColumnTypes, Migration } from "./migration.ts";

function statements(db: Kysely<unknown>, { text, integer, table_end }: ColumnTypes) {
  return [
    db.schema
      .createTable("event_counts")
      .addColumn("person_id", text, (column) => column.notNull().references("people.id").onDelete("cascade"))
      .addColumn("name", text, (column) => column.notNull())
      .addColumn("events", integer, (column) => column.notNull())
      .addPrimaryKeyConstraint("event_counts_key", ["person_id", "name"])
      .modifyEnd(table_end),
    db.schema
      .createTable("occasions")
      .addColumn("person_id", text, (column) => column.notNull().references("people.id").onDelete("cascade"))
      .addColumn("content_id", text, (column) => column.notNull())
      .addColumn("milestone", text, (column) => column.notNull())
      .addColumn("reached_at", integer, (column) => column.notNull())
      .addColumn("shown_at", integer)
      .addPrimaryKeyConstraint("occasions_key", ["person_id", "content_id", "milestone"])
      .modifyEnd(table_end),
  ];
}

/** What people reached that contents wait for, and how often events that are counted came. */
export const occasionTables: Migration = { number: 8, name: "occasions", statements };
