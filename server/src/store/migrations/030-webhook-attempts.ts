import type { Kysely } from "kysely";
import type { ColumnTypes, Migration } from "./migration.ts";

function statements(db: Kysely<unknown>, { text, integer, table_end }: ColumnTypes) {
  return [
    db.schema
      .createTable("webhook_attempts")
      .addColumn("delivery_id", text, (column) =>
        column.notNull().references("webhook_deliveries.id").onDelete("cascade"),
      )
      .addColumn("began_at", integer, (column) => column.notNull())
      .addColumn("duration_ms", integer, (column) => column.notNull())
      .addColumn("status", integer)
      .addColumn("error", text)
      .addColumn("answer", text, (column) => column.notNull())
      .addPrimaryKeyConstraint("webhook_attempts_key", ["delivery_id", "began_at"])
      .modifyEnd(table_end),
  ];
}

/** What came of each attempt to call a webhook. */
export const webhookAttempts: Migration = { number: 30, name: "webhook attempts", statements };
