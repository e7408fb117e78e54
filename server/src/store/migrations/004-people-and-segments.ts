import { type Kysely, sql } from "kysely";
import type { ColumnTypes, Migration } from "./migration.ts";

/** How people are found in a list. Who became somebody else is not in it. */
function people(db: Kysely<unknown>, { text, integer }: ColumnTypes) {
  const addText = (column: string) => db.schema.alterTable("people").addColumn(column, text);
  const list = (name: string, column: string) =>
    db.schema
      .createIndex(name)
      .on("people")
      .columns(["app_id", column, "id"])
      .where(sql.ref("merged_into"), "is", null);
  return [
    addText("search_name"),
    addText("search_last_name"),
    addText("search_email"),
    addText("locale"),
    addText("time_zone"),
    addText("device"),
    db.schema.alterTable("people").addColumn("watched_until", integer),
    list("people_listed_by_last_seen", "last_seen_at"),
    list("people_listed_by_first_seen", "first_seen_at"),
    list("people_listed_by_name", "search_name"),
    list("people_listed_by_last_name", "search_last_name"),
    list("people_listed_by_email", "search_email"),
  ];
}

/** To whom people belong, and what is known of it. */
function groups(db: Kysely<unknown>, { text, integer, table_end }: ColumnTypes) {
  return [
    db.schema
      .createTable("groups")
      .addColumn("id", text, (column) => column.primaryKey().notNull())
      .addColumn("app_id", text, (column) => column.notNull().references("apps.id").onDelete("cascade"))
      .addColumn("external_id", text, (column) => column.notNull())
      .addColumn("attributes", text, (column) => column.notNull())
      .addColumn("search_name", text)
      .addColumn("created_at", integer, (column) => column.notNull())
      .addColumn("updated_at", integer, (column) => column.notNull())
      .modifyEnd(table_end),
    db.schema.createIndex("groups_by_external_id").unique().on("groups").columns(["app_id", "external_id"]),
    db.schema.createIndex("groups_by_name").on("groups").columns(["app_id", "search_name", "id"]),
    db.schema
      .createTable("memberships")
      .addColumn("person_id", text, (column) => column.notNull().references("people.id").onDelete("cascade"))
      .addColumn("group_id", text, (column) => column.notNull().references("groups.id").onDelete("cascade"))
      .addColumn("attributes", text, (column) => column.notNull())
      .addColumn("created_at", integer, (column) => column.notNull())
      .addPrimaryKeyConstraint("memberships_key", ["person_id", "group_id"])
      .modifyEnd(table_end),
    db.schema.createIndex("memberships_by_group").on("memberships").columns(["group_id", "person_id"]),
    db.schema
      .createTable("attribute_definitions")
      .addColumn("app_id", text, (column) => column.notNull().references("apps.id").onDelete("cascade"))
      .addColumn("owner", text, (column) => column.notNull())
      .addColumn("name", text, (column) => column.notNull())
      .addColumn("type", text, (column) => column.notNull())
      .addColumn("created_at", integer, (column) => column.notNull())
      .addColumn("mismatches", integer, (column) => column.notNull())
      .addColumn("last_mismatch_type", text)
      .addColumn("last_mismatch_at", integer)
      .addPrimaryKeyConstraint("attribute_definitions_key", ["app_id", "owner", "name"])
      .modifyEnd(table_end),
  ];
}

/** Who is meant, how often they may be spoken to, and what is held back. */
function rules(db: Kysely<unknown>, { text, integer, table_end }: ColumnTypes) {
  return [
    db.schema
      .createTable("segments")
      .addColumn("id", text, (column) => column.primaryKey().notNull())
      .addColumn("name", text, (column) => column.notNull().unique())
      .addColumn("rule", text, (column) => column.notNull())
      .addColumn("revision", integer, (column) => column.notNull())
      .addColumn("created_at", integer, (column) => column.notNull())
      .addColumn("updated_at", integer, (column) => column.notNull())
      .addColumn("updated_by", text, (column) => column.references("members.id").onDelete("set null"))
      .modifyEnd(table_end),
    db.schema
      .createTable("cap_groups")
      .addColumn("id", text, (column) => column.primaryKey().notNull())
      .addColumn("name", text, (column) => column.notNull().unique())
      .addColumn("runs_max", integer, (column) => column.notNull())
      .addColumn("window_hours", integer, (column) => column.notNull())
      .addColumn("covers", text, (column) => column.notNull())
      .addColumn("revision", integer, (column) => column.notNull())
      .addColumn("created_at", integer, (column) => column.notNull())
      .addColumn("updated_at", integer, (column) => column.notNull())
      .modifyEnd(table_end),
    db.schema.alterTable("publications").addColumn("paused_at", integer),
    db.schema.createIndex("runs_by_start").on("runs").columns(["person_id", "started_at"]),
    db.schema.createIndex("events_by_person_and_name").on("events").columns(["person_id", "name", "received_at"]),
  ];
}

/** What was decided, and who was erased. */
function records(db: Kysely<unknown>, { text, integer, table_end }: ColumnTypes) {
  return [
    db.schema
      .createTable("decision_log")
      .addColumn("id", text, (column) => column.primaryKey().notNull())
      .addColumn("app_id", text, (column) => column.notNull().references("apps.id").onDelete("cascade"))
      .addColumn("person_id", text, (column) => column.notNull().references("people.id").onDelete("cascade"))
      .addColumn("at", integer, (column) => column.notNull())
      .addColumn("config_version", integer, (column) => column.notNull())
      .addColumn("verdicts", text, (column) => column.notNull())
      .modifyEnd(table_end),
    db.schema.createIndex("decision_log_by_person").on("decision_log").columns(["person_id", "at"]),
    db.schema.createIndex("decision_log_by_time").on("decision_log").column("at"),
    db.schema
      .createTable("erasures")
      .addColumn("app_id", text, (column) => column.notNull().references("apps.id").onDelete("cascade"))
      .addColumn("name_hash", text, (column) => column.notNull())
      .addColumn("erased_at", integer, (column) => column.notNull())
      .addPrimaryKeyConstraint("erasures_key", ["app_id", "name_hash"])
      .modifyEnd(table_end),
  ];
}

/** Who people are, to what they belong, and what decides what they see. */
export const peopleAndSegments: Migration = {
  number: 4,
  name: "people and segments",
  statements: (db, types) => [...people(db, types), ...groups(db, types), ...rules(db, types), ...records(db, types)],
};
