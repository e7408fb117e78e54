import { type Kysely, sql } from "kysely";
import type { ColumnTypes, Migration } from "./migration.ts";

function statements(db: Kysely<unknown>, { text, integer, bit, table_end }: ColumnTypes) {
  return [
    db.schema
      .createTable("webhooks")
      .addColumn("id", text, (column) => column.primaryKey().notNull())
      .addColumn("app_id", text, (column) => column.notNull().references("apps.id").onDelete("cascade"))
      .addColumn("url", text, (column) => column.notNull())
      .addColumn("events", text, (column) => column.notNull())
      .addColumn("enabled", bit, (column) => column.notNull().check(sql`enabled in (0, 1)`))
      .addColumn("created_at", integer, (column) => column.notNull())
      .modifyEnd(table_end),
    db.schema.createIndex("webhooks_by_app").on("webhooks").columns(["app_id", "id"]),
    db.schema
      .createTable("webhook_deliveries")
      .addColumn("id", text, (column) => column.primaryKey().notNull())
      .addColumn("app_id", text, (column) => column.notNull().references("apps.id").onDelete("cascade"))
      .addColumn("webhook_id", text, (column) => column.notNull().references("webhooks.id").onDelete("cascade"))
      .addColumn("body", text, (column) => column.notNull())
      .addColumn("created_at", integer, (column) => column.notNull())
      .addColumn("stamped_at", integer, (column) => column.notNull())
      .addColumn("attempts", integer, (column) => column.notNull())
      .addColumn("next_attempt_at", integer, (column) => column.notNull())
      .addColumn("state", text, (column) => column.notNull().check(sql`state in ('pending', 'delivered', 'dead')`))
      .addColumn("last_status", integer)
      .addColumn("last_error", text)
      .addColumn("delivered_at", integer)
      .modifyEnd(table_end),
    // What is due is a small part of the table, and the only part that is read for each delivery.
    db.schema
      .createIndex("webhook_deliveries_due")
      .on("webhook_deliveries")
      .columns(["webhook_id", "id"])
      .where(sql.ref("state"), "=", sql.lit("pending")),
    db.schema
      .createIndex("webhook_deliveries_by_webhook")
      .on("webhook_deliveries")
      .columns(["webhook_id", "state", "id"]),
    db.schema.createIndex("webhook_deliveries_by_app").on("webhook_deliveries").columns(["app_id", "id"]),
  ];
}

/** Whom an app's back end has asked to tell of its channels, and what is still to be told. */
export const webhookTables: Migration = { number: 2, name: "webhooks", statements };
