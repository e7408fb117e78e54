import type { Kysely } from "kysely";
import type { ColumnTypes, Migration } from "./migration.ts";

function statements(db: Kysely<unknown>, { text, integer, table_end }: ColumnTypes) {
  return [
    db.schema
      .createTable("single_sign_on")
      .addColumn("id", integer, (column) => column.primaryKey().notNull())
      .addColumn("provider", text, (column) => column.notNull())
      .addColumn("sealed", text)
      .addColumn("revision", integer, (column) => column.notNull())
      .addColumn("updated_at", integer, (column) => column.notNull())
      .modifyEnd(table_end),
    db.schema
      .createTable("member_identities")
      .addColumn("issuer", text, (column) => column.notNull())
      .addColumn("subject", text, (column) => column.notNull())
      .addColumn("member_id", text, (column) => column.notNull().references("members.id").onDelete("cascade"))
      .addColumn("created_at", integer, (column) => column.notNull())
      .addColumn("last_used_at", integer, (column) => column.notNull())
      .addPrimaryKeyConstraint("member_identities_key", ["issuer", "subject"])
      // Whoever gets a member's address later is not that member.
      .addUniqueConstraint("member_identities_one_each", ["member_id", "issuer"])
      .modifyEnd(table_end),
  ];
}

/** Through which provider members sign in, and who they are there. */
export const singleSignOn: Migration = { number: 18, name: "single sign-on", statements };
