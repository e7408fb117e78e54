import type { Kysely } from "kysely";
import type { ColumnTypes, Migration } from "./migration.ts";

function statements(db: Kysely<unknown>, { text }: ColumnTypes) {
  return [db.schema.alterTable("people").addColumn("vouched", text)];
}

/** What the customer's own side told of people who have not proved who they are yet: it stays when they do. */
export const vouchedAttributes: Migration = { number: 23, name: "vouched attributes", statements };
