import type { Kysely } from "kysely";
import type { ColumnTypes, Migration } from "./migration.ts";

function statements(db: Kysely<unknown>, { text, integer }: ColumnTypes) {
  return [
    db.schema.alterTable("apps").addColumn("settings", text, (column) => column.notNull().defaultTo("{}")),
    db.schema.alterTable("apps").addColumn("revision", integer, (column) => column.notNull().defaultTo(1)),
  ];
}

/** What each app decides for itself. */
export const appSettingsColumns: Migration = { number: 3, name: "app settings", statements };
