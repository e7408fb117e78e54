import type { Kysely } from "kysely";
import type { ColumnTypes, Migration } from "./migration.ts";

function statements(db: Kysely<unknown>, { text }: ColumnTypes) {
  return [db.schema.alterTable("runs").addColumn("done", text, (column) => column.notNull().defaultTo("[]"))];
}

/** Which tasks of a checklist a person has done: ids in a JSON list, in the order in which they were done. */
export const checklistProgress: Migration = { number: 7, name: "checklist progress", statements };
