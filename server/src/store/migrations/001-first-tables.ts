import { type Kysely, sql } from "kysely";
import type { ColumnTypes, Migration } from "./migration.ts";

const ONE_ROW = sql`(id = 1)`;

/** Who may sign in, and the apps. */
function accounts(db: Kysely<unknown>, { text, integer, bit, table_end }: ColumnTypes) {
  return [
    db.schema
      .createTable("workspace")
      .addColumn("id", integer, (column) => column.primaryKey().check(ONE_ROW))
      .addColumn("name", text, (column) => column.notNull())
      .addColumn("created_at", integer, (column) => column.notNull())
      .modifyEnd(table_end),
    db.schema
      .createTable("members")
      .addColumn("id", text, (column) => column.primaryKey().notNull())
      .addColumn("email", text, (column) => column.notNull().unique())
      .addColumn("name", text, (column) => column.notNull())
      .addColumn("role", text, (column) => column.notNull())
      .addColumn("password_hash", text, (column) => column.notNull())
      .addColumn("created_at", integer, (column) => column.notNull())
      .modifyEnd(table_end),
    db.schema
      .createTable("sign_ins")
      .addColumn("id", text, (column) => column.primaryKey().notNull())
      .addColumn("token_hash", text, (column) => column.notNull().unique())
      .addColumn("member_id", text, (column) => column.notNull().references("members.id").onDelete("cascade"))
      .addColumn("user_agent", text, (column) => column.notNull())
      .addColumn("created_at", integer, (column) => column.notNull())
      .addColumn("last_seen_at", integer, (column) => column.notNull())
      .addColumn("expires_at", integer, (column) => column.notNull())
      .modifyEnd(table_end),
    db.schema.createIndex("sign_ins_by_member").on("sign_ins").columns(["member_id", "created_at"]),
    db.schema.createIndex("sign_ins_by_expiry").on("sign_ins").column("expires_at"),
    db.schema
      .createTable("setup_links")
      .addColumn("id", integer, (column) => column.primaryKey().check(ONE_ROW))
      .addColumn("token_hash", text, (column) => column.notNull())
      .addColumn("expires_at", integer, (column) => column.notNull())
      .modifyEnd(table_end),
    db.schema
      .createTable("apps")
      .addColumn("id", text, (column) => column.primaryKey().notNull())
      .addColumn("key", text, (column) => column.notNull().unique())
      .addColumn("name", text, (column) => column.notNull())
      .addColumn("paused", bit, (column) => column.notNull().check(sql`paused in (0, 1)`))
      .addColumn("system", bit, (column) => column.notNull().check(sql`system in (0, 1)`))
      .addColumn("require_identity", bit, (column) => column.notNull().check(sql`require_identity in (0, 1)`))
      .addColumn("allowed_origins", text, (column) => column.notNull())
      .addColumn("config_version", integer, (column) => column.notNull())
      .addColumn("created_at", integer, (column) => column.notNull())
      .modifyEnd(table_end),
    db.schema
      .createTable("app_secrets")
      .addColumn("id", text, (column) => column.primaryKey().notNull())
      .addColumn("app_id", text, (column) => column.notNull().references("apps.id").onDelete("cascade"))
      .addColumn("sealed", text, (column) => column.notNull())
      .addColumn("created_at", integer, (column) => column.notNull())
      .addColumn("revoked_at", integer)
      .modifyEnd(table_end),
    db.schema.createIndex("app_secrets_by_app").on("app_secrets").column("app_id"),
    db.schema
      .createTable("audit_entries")
      .addColumn("id", text, (column) => column.primaryKey().notNull())
      .addColumn("at", integer, (column) => column.notNull())
      // No references: an entry outlives what it speaks of.
      .addColumn("member_id", text)
      .addColumn("action", text, (column) => column.notNull())
      .addColumn("resource_type", text, (column) => column.notNull())
      .addColumn("resource_id", text, (column) => column.notNull())
      .addColumn("app_id", text)
      .addColumn("detail", text, (column) => column.notNull())
      .modifyEnd(table_end),
    db.schema.createIndex("audit_entries_by_time").on("audit_entries").columns(["at", "id"]),
    db.schema
      .createIndex("audit_entries_by_resource")
      .on("audit_entries")
      .columns(["resource_type", "resource_id", "at"]),
  ];
}

/** What is said, its frozen editions, and what is live where. */
function contents(db: Kysely<unknown>, { text, integer, bit, table_end }: ColumnTypes) {
  return [
    db.schema
      .createTable("contents")
      .addColumn("id", text, (column) => column.primaryKey().notNull())
      .addColumn("type", text, (column) => column.notNull())
      .addColumn("slug", text, (column) => column.notNull().unique())
      .addColumn("name", text, (column) => column.notNull())
      .addColumn("draft", text, (column) => column.notNull())
      .addColumn("revision", integer, (column) => column.notNull())
      .addColumn("system", bit, (column) => column.notNull().check(sql`system in (0, 1)`))
      .addColumn("created_at", integer, (column) => column.notNull())
      .addColumn("updated_at", integer, (column) => column.notNull())
      .addColumn("updated_by", text, (column) => column.references("members.id").onDelete("set null"))
      .modifyEnd(table_end),
    db.schema.createIndex("contents_by_update").on("contents").columns(["updated_at", "id"]),
    db.schema.createIndex("contents_by_name").on("contents").columns(["name", "id"]),
    db.schema
      .createTable("versions")
      .addColumn("id", text, (column) => column.primaryKey().notNull())
      .addColumn("content_id", text, (column) => column.notNull().references("contents.id").onDelete("cascade"))
      .addColumn("number", integer, (column) => column.notNull())
      .addColumn("edition", text, (column) => column.notNull())
      .addColumn("revision", integer, (column) => column.notNull())
      .addColumn("frozen_at", integer, (column) => column.notNull())
      .addColumn("created_by", text, (column) => column.references("members.id").onDelete("set null"))
      .addUniqueConstraint("versions_by_number", ["content_id", "number"])
      .modifyEnd(table_end),
    db.schema
      .createTable("publications")
      .addColumn("content_id", text, (column) => column.notNull().references("contents.id").onDelete("cascade"))
      .addColumn("app_id", text, (column) => column.notNull().references("apps.id").onDelete("cascade"))
      .addColumn("version_id", text, (column) => column.notNull().references("versions.id"))
      .addColumn("published_at", integer, (column) => column.notNull())
      .addColumn("published_by", text, (column) => column.references("members.id").onDelete("set null"))
      .addPrimaryKeyConstraint("publications_key", ["content_id", "app_id"])
      .modifyEnd(table_end),
    db.schema.createIndex("publications_by_app").on("publications").columns(["app_id", "content_id"]),
    db.schema.createIndex("publications_by_version").on("publications").column("version_id"),
  ];
}

/** To whom it is said, and what came of it. */
function people(db: Kysely<unknown>, { text, integer, bit, table_end }: ColumnTypes) {
  return [
    db.schema
      .createTable("people")
      .addColumn("id", text, (column) => column.primaryKey().notNull())
      .addColumn("app_id", text, (column) => column.notNull().references("apps.id"))
      .addColumn("external_id", text)
      .addColumn("anonymous_id", text)
      .addColumn("verified", bit, (column) => column.notNull().check(sql`verified in (0, 1)`))
      .addColumn("attributes", text, (column) => column.notNull())
      .addColumn("merged_into", text, (column) => column.references("people.id"))
      .addColumn("first_seen_at", integer, (column) => column.notNull())
      .addColumn("last_seen_at", integer, (column) => column.notNull())
      .addCheckConstraint("people_have_one_name", sql`(external_id is null) <> (anonymous_id is null)`)
      .modifyEnd(table_end),
    db.schema.createIndex("people_by_external_id").unique().on("people").columns(["app_id", "external_id"]),
    db.schema.createIndex("people_by_anonymous_id").unique().on("people").columns(["app_id", "anonymous_id"]),
    db.schema.createIndex("people_by_last_seen").on("people").columns(["app_id", "last_seen_at", "id"]),
    db.schema
      .createIndex("people_by_merge")
      .on("people")
      .column("merged_into")
      .where(sql.ref("merged_into"), "is not", null),
    db.schema
      .createTable("runs")
      .addColumn("id", text, (column) => column.primaryKey().notNull())
      .addColumn("app_id", text, (column) => column.notNull().references("apps.id"))
      .addColumn("person_id", text, (column) => column.notNull().references("people.id").onDelete("cascade"))
      .addColumn("content_id", text, (column) => column.notNull().references("contents.id").onDelete("cascade"))
      .addColumn("version_id", text, (column) => column.notNull().references("versions.id").onDelete("cascade"))
      .addColumn("state", text, (column) => column.notNull())
      .addColumn("step_id", text, (column) => column.notNull())
      .addColumn("seq", integer, (column) => column.notNull())
      .addColumn("start_reason", text, (column) => column.notNull())
      .addColumn("end_reason", text)
      .addColumn("started_at", integer, (column) => column.notNull())
      .addColumn("ended_at", integer)
      .modifyEnd(table_end),
    db.schema
      .createIndex("runs_one_active")
      .unique()
      .on("runs")
      .columns(["person_id", "content_id"])
      .where(sql.ref("state"), "=", sql.lit("active")),
    db.schema.createIndex("runs_by_person").on("runs").columns(["person_id", "content_id", "started_at"]),
    db.schema.createIndex("runs_by_content").on("runs").columns(["content_id", "app_id", "started_at"]),
    db.schema.createIndex("runs_by_version").on("runs").column("version_id"),
    db.schema
      .createTable("suppressions")
      .addColumn("id", text, (column) => column.primaryKey().notNull())
      .addColumn("app_id", text, (column) => column.notNull().references("apps.id"))
      .addColumn("person_id", text, (column) => column.notNull().references("people.id").onDelete("cascade"))
      .addColumn("scope", text, (column) => column.notNull())
      .addColumn("target", text, (column) => column.notNull())
      .addColumn("reason", text, (column) => column.notNull())
      .addColumn("created_at", integer, (column) => column.notNull())
      .addColumn("expires_at", integer, (column) => column.notNull())
      .addUniqueConstraint("suppressions_one_each", ["person_id", "scope", "target"])
      .modifyEnd(table_end),
    db.schema.createIndex("suppressions_by_target").on("suppressions").columns(["app_id", "scope", "target"]),
    db.schema
      .createTable("events")
      .addColumn("id", text, (column) => column.primaryKey().notNull())
      .addColumn("app_id", text, (column) => column.notNull().references("apps.id"))
      .addColumn("person_id", text, (column) => column.notNull().references("people.id").onDelete("cascade"))
      .addColumn("name", text, (column) => column.notNull())
      .addColumn("props", text, (column) => column.notNull())
      .addColumn("happened_at", integer, (column) => column.notNull())
      .addColumn("received_at", integer, (column) => column.notNull())
      .modifyEnd(table_end),
    db.schema.createIndex("events_by_name").on("events").columns(["app_id", "name", "received_at"]),
    db.schema.createIndex("events_by_person").on("events").columns(["person_id", "received_at"]),
  ];
}

/** The tables of the first release. */
export const firstTables: Migration = {
  number: 1,
  name: "first tables",
  statements: (db, types) => [...accounts(db, types), ...contents(db, types), ...people(db, types)],
};
