import type { Kysely } from "kysely";
import type { ColumnTypes, Migration } from "./migration.ts";

function statements(db: Kysely<unknown>, { text, integer, table_end }: ColumnTypes) {
  return [
    db.schema
      .createTable("mail_server")
      .addColumn("id", integer, (column) => column.primaryKey().notNull())
      .addColumn("server", text, (column) => column.notNull())
      .addColumn("sealed", text)
      .addColumn("revision", integer, (column) => column.notNull())
      .addColumn("updated_at", integer, (column) => column.notNull())
      .modifyEnd(table_end),
  ];
}

/** By which server mail goes out. */
export const mailServer: Migration = { number: 17, name: "mail server", statements };
