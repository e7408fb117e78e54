import type { Kysely } from "kysely";
import type { ColumnTypes, Migration } from "./migration.ts";

function statements(db: Kysely<unknown>, { text, table_end }: ColumnTypes) {
  return [
    db.schema
      .createTable("provider_sessions")
      .addColumn("sign_in_id", text, (column) =>
        column.primaryKey().notNull().references("sign_ins.id").onDelete("cascade"),
      )
      .addColumn("issuer", text, (column) => column.notNull())
      .addColumn("subject", text, (column) => column.notNull())
      .addColumn("sid", text)
      .addColumn("sealed", text)
      .modifyEnd(table_end),
    // What a provider says of a session that has ended: whose it was, which one it was, or both.
    db.schema.createIndex("provider_sessions_by_subject").on("provider_sessions").columns(["issuer", "subject"]),
    db.schema.createIndex("provider_sessions_by_sid").on("provider_sessions").columns(["issuer", "sid"]),
  ];
}

/** The session at the provider by which somebody signed in here: it ends with the sign-in, and the sign-in with it. */
export const providerSessions: Migration = { number: 22, name: "provider sessions", statements };
