import type { Kysely } from "kysely";
import type { ColumnTypes, Migration } from "./migration.ts";

function statements(db: Kysely<unknown>, { text, integer, table_end }: ColumnTypes) {
  return [
    db.schema
      .createTable("feed_reads")
      .addColumn("person_id", text, (column) => column.notNull().references("people.id").onDelete("cascade"))
      // A content or a live update: what is gone is no longer asked for.
      .addColumn("item", text, (column) => column.notNull())
      .addColumn("read_at", integer, (column) => column.notNull())
      .addPrimaryKeyConstraint("feed_reads_key", ["person_id", "item"])
      .modifyEnd(table_end),
  ];
}

/** What people have read in their feed. */
export const feedReads: Migration = { number: 9, name: "feed reads", statements };
