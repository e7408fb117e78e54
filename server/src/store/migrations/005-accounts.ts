import { type Kysely, sql } from "kysely";
import type { ColumnTypes, Migration } from "./migration.ts";

function statements(db: Kysely<unknown>, { text, integer, table_end }: ColumnTypes) {
  return [
    db.schema
      .createTable("api_tokens")
      .addColumn("id", text, (column) => column.primaryKey().notNull())
      .addColumn("token_hash", text, (column) => column.notNull().unique())
      .addColumn("name", text, (column) => column.notNull())
      .addColumn("scopes", text, (column) => column.notNull())
      .addColumn("member_id", text, (column) => column.references("members.id").onDelete("cascade"))
      .addColumn("created_at", integer, (column) => column.notNull())
      .addColumn("last_used_at", integer)
      .addColumn("expires_at", integer)
      .modifyEnd(table_end),
    db.schema.createIndex("api_tokens_by_member").on("api_tokens").columns(["member_id", "id"]),
    db.schema
      .createTable("account_links")
      .addColumn("id", text, (column) => column.primaryKey().notNull())
      .addColumn("token_hash", text, (column) => column.notNull().unique())
      .addColumn("purpose", text, (column) => column.notNull().check(sql`purpose in ('invite', 'reset')`))
      .addColumn("email", text, (column) => column.notNull())
      .addColumn("role", text)
      .addColumn("member_id", text, (column) => column.references("members.id").onDelete("cascade"))
      .addColumn("created_by", text, (column) => column.references("members.id").onDelete("set null"))
      .addColumn("created_at", integer, (column) => column.notNull())
      .addColumn("expires_at", integer, (column) => column.notNull())
      // One of each kind for an address: a new link ends the one before.
      .addUniqueConstraint("account_links_one_each", ["email", "purpose"])
      .modifyEnd(table_end),
    db.schema.createIndex("account_links_by_purpose").on("account_links").columns(["purpose", "id"]),
    db.schema.createIndex("account_links_by_member").on("account_links").column("member_id"),
    db.schema.createIndex("account_links_by_maker").on("account_links").column("created_by"),
    db.schema
      .createTable("second_factors")
      .addColumn("member_id", text, (column) =>
        column.primaryKey().notNull().references("members.id").onDelete("cascade"),
      )
      .addColumn("sealed", text, (column) => column.notNull())
      .addColumn("confirmed_at", integer)
      .addColumn("last_step", integer, (column) => column.notNull())
      .addColumn("recovery_hashes", text, (column) => column.notNull())
      .modifyEnd(table_end),
    db.schema.alterTable("audit_entries").addColumn("seq", integer),
    db.schema.alterTable("audit_entries").addColumn("hash", text),
    db.schema.createIndex("audit_entries_by_seq").on("audit_entries").column("seq").unique(),
    // What waits for its place in the chain: few rows, and the only ones that are looked for by this.
    db.schema
      .createIndex("audit_entries_unsealed")
      .on("audit_entries")
      .column("id")
      .where(sql.ref("seq"), "is", sql.lit(null)),
    db.schema.createIndex("audit_entries_by_member").on("audit_entries").columns(["member_id", "id"]),
    db.schema.createIndex("audit_entries_by_action").on("audit_entries").columns(["action", "id"]),
    db.schema.createIndex("audit_entries_by_app").on("audit_entries").columns(["app_id", "id"]),
    db.schema
      .createTable("idempotent_answers")
      .addColumn("key_hash", text, (column) => column.primaryKey().notNull())
      .addColumn("request_hash", text, (column) => column.notNull())
      .addColumn("sealed", text)
      .addColumn("created_at", integer, (column) => column.notNull())
      .modifyEnd(table_end),
    db.schema.createIndex("idempotent_answers_by_age").on("idempotent_answers").column("created_at"),
    db.schema
      .createTable("sign_in_attempts")
      .addColumn("name_hash", text, (column) => column.primaryKey().notNull())
      .addColumn("left_ms", integer, (column) => column.notNull())
      .addColumn("at_ms", integer, (column) => column.notNull())
      .modifyEnd(table_end),
    db.schema.createIndex("sign_in_attempts_by_age").on("sign_in_attempts").column("at_ms"),
    db.schema
      .createTable("deleted_apps")
      .addColumn("app_id", text, (column) => column.primaryKey().notNull().references("apps.id").onDelete("cascade"))
      .addColumn("deleted_at", integer, (column) => column.notNull())
      .modifyEnd(table_end),
  ];
}

/** Who else gets in and how: tokens, invitations, second factors; the chain of the audit log; answers that are repeated. */
export const accountTables: Migration = { number: 5, name: "accounts", statements };
