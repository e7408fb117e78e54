import type { Kysely } from "kysely";
import type { ColumnTypes, Migration } from "./migration.ts";

function statements(db: Kysely<unknown>, { integer }: ColumnTypes) {
  return [
    db.schema.alterTable("app_secrets").addColumn("last_used_at", integer),
    db.schema.alterTable("apps").addColumn("first_page_at", integer),
  ];
}

/** When a secret was used last, and when the first page of an app called: whether anybody is there. */
export const appLife: Migration = { number: 12, name: "app life", statements };
