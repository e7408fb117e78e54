import { type Kysely, sql } from "kysely";
import type { ColumnTypes, Migration } from "./migration.ts";

function statements(db: Kysely<unknown>, { text, integer, bit, table_end }: ColumnTypes) {
  return [
    db.schema
      .createTable("themes")
      .addColumn("id", text, (column) => column.primaryKey().notNull())
      .addColumn("name", text, (column) => column.notNull().unique())
      .addColumn("theme", text, (column) => column.notNull())
      .addColumn("is_default", bit, (column) => column.notNull())
      .addColumn("revision", integer, (column) => column.notNull())
      .addColumn("created_at", integer, (column) => column.notNull())
      .addColumn("updated_at", integer, (column) => column.notNull())
      .addColumn("updated_by", text, (column) => column.references("members.id").onDelete("set null"))
      .modifyEnd(table_end),
    // At most one is the workspace's own.
    db.schema
      .createIndex("themes_default")
      .on("themes")
      .column("is_default")
      .unique()
      .where(sql.ref("is_default"), "=", sql.lit(1)),
    db.schema.createIndex("themes_by_member").on("themes").column("updated_by"),
  ];
}

/** How contents look. */
export const themeTable: Migration = { number: 13, name: "themes", statements };
