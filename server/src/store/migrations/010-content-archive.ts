import type { Kysely } from "kysely";
import type { ColumnTypes, Migration } from "./migration.ts";

function statements(db: Kysely<unknown>, { integer }: ColumnTypes) {
  return [
    db.schema.alterTable("contents").addColumn("archived_at", integer),
    // The lists of one type, and what is put away.
    db.schema.createIndex("contents_by_type").on("contents").columns(["type", "updated_at", "id"]),
    db.schema.createIndex("contents_by_archive").on("contents").columns(["archived_at", "updated_at", "id"]),
  ];
}

/** Contents that are put away. */
export const contentArchive: Migration = { number: 10, name: "content archive", statements };
