import type { Kysely } from "kysely";
import type { ColumnTypes, Migration } from "./migration.ts";

function statements(db: Kysely<unknown>, { integer }: ColumnTypes) {
  return [db.schema.alterTable("goals").addColumn("revision", integer, (column) => column.notNull().defaultTo(1))];
}

/** Which edition of a goal somebody saw who changes it. */
export const goalRevisions: Migration = { number: 20, name: "goal revisions", statements };
