import type { Kysely } from "kysely";
import type { ColumnTypes, Migration } from "./migration.ts";

function statements(db: Kysely<unknown>, { integer }: ColumnTypes) {
  return [
    db.schema.alterTable("contents").addColumn("draft_issues", integer, (column) => column.notNull().defaultTo(0)),
  ];
}

/** How much a draft lacks, so that a list need not read it. One that was saved before is looked at when it is saved next. */
export const incompleteDrafts: Migration = { number: 24, name: "incomplete drafts", statements };
