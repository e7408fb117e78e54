import type { Kysely } from "kysely";
import type { ColumnTypes, Migration } from "./migration.ts";

/** What is said to people now, to whom, and how far it came. */
function liveUpdates(db: Kysely<unknown>, { text, integer, bit, table_end }: ColumnTypes) {
  return [
    db.schema
      .createTable("live_updates")
      .addColumn("id", text, (column) => column.primaryKey().notNull())
      .addColumn("app_id", text, (column) => column.notNull().references("apps.id").onDelete("cascade"))
      .addColumn("position", integer, (column) => column.notNull())
      .addColumn("audience", text, (column) => column.notNull())
      .addColumn("people", integer)
      .addColumn("body", text, (column) => column.notNull())
      .addColumn("priority", text, (column) => column.notNull())
      .addColumn("require_ack", bit, (column) => column.notNull())
      .addColumn("collapse_key", text)
      .addColumn("devices", text, (column) => column.notNull())
      .addColumn("created_at", integer, (column) => column.notNull())
      .addColumn("expires_at", integer, (column) => column.notNull())
      .addColumn("created_by", text, (column) => column.references("members.id").onDelete("set null"))
      .modifyEnd(table_end),
    // The order in which pages show them: each place is given once.
    db.schema.createIndex("live_updates_by_position").unique().on("live_updates").columns(["app_id", "position"]),
    db.schema
      .createTable("live_update_targets")
      .addColumn("live_update_id", text, (column) => column.notNull().references("live_updates.id").onDelete("cascade"))
      .addColumn("app_id", text, (column) => column.notNull())
      .addColumn("target", text, (column) => column.notNull())
      .addColumn("expires_at", integer, (column) => column.notNull())
      .addPrimaryKeyConstraint("live_update_targets_key", ["live_update_id", "target"])
      .modifyEnd(table_end),
    db.schema
      .createIndex("live_update_targets_by_target")
      .on("live_update_targets")
      .columns(["app_id", "target", "expires_at"]),
    db.schema.createIndex("live_update_targets_by_end").on("live_update_targets").column("expires_at"),
    db.schema
      .createTable("live_update_deliveries")
      .addColumn("live_update_id", text, (column) => column.notNull().references("live_updates.id").onDelete("cascade"))
      .addColumn("person_id", text, (column) => column.notNull().references("people.id").onDelete("cascade"))
      .addColumn("device", text, (column) => column.notNull())
      .addColumn("state", text, (column) => column.notNull())
      .addColumn("claimed_by", text, (column) => column.notNull())
      .addColumn("claimed_at", integer, (column) => column.notNull())
      .addColumn("delivered_at", integer)
      .addColumn("seen_at", integer)
      .addColumn("ended_at", integer)
      .addPrimaryKeyConstraint("live_update_deliveries_key", ["live_update_id", "person_id", "device"])
      .modifyEnd(table_end),
    db.schema.createIndex("live_update_deliveries_by_person").on("live_update_deliveries").column("person_id"),
  ];
}

/** What the events of a day come to. They outlive the events. */
function rollups(db: Kysely<unknown>, { text, integer, table_end }: ColumnTypes) {
  const addText = (column: "batch" | "content_id" | "facets") =>
    db.schema.alterTable("events").addColumn(column, text, (built) => built.notNull().defaultTo(""));
  return [
    addText("batch"),
    addText("content_id"),
    addText("facets"),
    db.schema
      .createTable("event_rollups")
      .addColumn("app_id", text, (column) => column.notNull().references("apps.id").onDelete("cascade"))
      .addColumn("day", integer, (column) => column.notNull())
      .addColumn("name", text, (column) => column.notNull())
      .addColumn("content_id", text, (column) => column.notNull())
      .addColumn("facets", text, (column) => column.notNull())
      .addColumn("events", integer, (column) => column.notNull())
      .addPrimaryKeyConstraint("event_rollups_key", ["app_id", "day", "name", "content_id", "facets"])
      .modifyEnd(table_end),
    db.schema.createIndex("event_rollups_by_content").on("event_rollups").columns(["app_id", "content_id", "day"]),
    db.schema.createIndex("events_by_time").on("events").columns(["app_id", "received_at"]),
  ];
}

/** What is worth reaching, and who reached it. */
function goals(db: Kysely<unknown>, { text, integer, table_end }: ColumnTypes) {
  return [
    db.schema
      .createTable("goals")
      .addColumn("id", text, (column) => column.primaryKey().notNull())
      .addColumn("app_id", text, (column) => column.notNull().references("apps.id").onDelete("cascade"))
      .addColumn("name", text, (column) => column.notNull())
      .addColumn("event_name", text, (column) => column.notNull())
      .addColumn("props", text, (column) => column.notNull())
      .addColumn("window_ms", integer, (column) => column.notNull())
      .addColumn("attribution", text, (column) => column.notNull())
      .addColumn("celebration", text)
      .addColumn("created_at", integer, (column) => column.notNull())
      .modifyEnd(table_end),
    db.schema.createIndex("goals_by_app").on("goals").columns(["app_id", "id"]),
    db.schema
      .createTable("milestones")
      .addColumn("goal_id", text, (column) => column.notNull().references("goals.id").onDelete("cascade"))
      .addColumn("person_id", text, (column) => column.notNull().references("people.id").onDelete("cascade"))
      .addColumn("app_id", text, (column) => column.notNull())
      .addColumn("event_id", text, (column) => column.notNull())
      .addColumn("run_id", text)
      .addColumn("content_id", text)
      .addColumn("reached_at", integer, (column) => column.notNull())
      .addPrimaryKeyConstraint("milestones_key", ["goal_id", "person_id"])
      .modifyEnd(table_end),
    db.schema.createIndex("milestones_by_person").on("milestones").column("person_id"),
    db.schema.createIndex("milestones_by_content").on("milestones").columns(["goal_id", "content_id"]),
  ];
}

/** Messages and measures. */
export const liveUpdatesAndMeasures: Migration = {
  number: 6,
  name: "live updates and measures",
  statements: (db, types) => [...liveUpdates(db, types), ...rollups(db, types), ...goals(db, types)],
};
