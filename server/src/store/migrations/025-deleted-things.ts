import type { Kysely } from "kysely";
import type { ColumnTypes, Migration } from "./migration.ts";

function statements(db: Kysely<unknown>, { integer }: ColumnTypes) {
  return ["goals", "segments", "themes", "webhooks"].map((table) =>
    db.schema.alterTable(table).addColumn("archived_at", integer),
  );
}

/** What was deleted and can be brought back for a while. */
export const deletedThings: Migration = { number: 25, name: "deleted things", statements };
