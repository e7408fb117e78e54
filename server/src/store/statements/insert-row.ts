import type { CompiledQuery, Insertable } from "kysely";
import type { Db, Schema } from "../schema/schema.ts";

export function insertRow<Table extends keyof Schema>(
  db: Db,
  table: Table,
  row: Insertable<Schema[Table]>,
): CompiledQuery {
  return db.insertInto(table).values(row).compile();
}
