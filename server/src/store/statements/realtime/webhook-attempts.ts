import type { WebhookDeliveryId } from "@fanfare/contract/lib/ids";
import { type CompiledQuery, type Selectable, sql } from "kysely";
import type { Db, Schema } from "../../schema/schema.ts";

export type AttemptRow = Selectable<Schema["webhook_attempts"]>;

/** Newest first. */
export function attemptsOf(db: Db, delivery_id: WebhookDeliveryId, limit: number): Promise<AttemptRow[]> {
  return db
    .selectFrom("webhook_attempts")
    .selectAll()
    .where("delivery_id", "=", delivery_id)
    .orderBy("began_at", "desc")
    .limit(limit)
    .execute();
}

/** An attempt to send these deliveries. Omits those that were deleted with their receiver, and repeated attempts. */
export function insertAttempts(
  db: Db,
  delivery_ids: readonly WebhookDeliveryId[],
  attempt: Omit<AttemptRow, "delivery_id">,
): CompiledQuery {
  const { began_at, duration_ms, status, error, answer } = attempt;
  return db
    .insertInto("webhook_attempts")
    .columns(["delivery_id", "began_at", "duration_ms", "status", "error", "answer"])
    .expression((eb) =>
      eb
        .selectFrom("webhook_deliveries")
        .select([
          "id",
          sql<number>`cast(${began_at} as bigint)`.as("began_at"),
          sql<number>`cast(${duration_ms} as bigint)`.as("duration_ms"),
          sql<number | null>`cast(${status} as bigint)`.as("status"),
          sql<string | null>`cast(${error} as text)`.as("error"),
          sql<string>`cast(${answer} as text)`.as("answer"),
        ])
        .where("id", "in", [...delivery_ids]),
    )
    .onConflict((conflict) => conflict.columns(["delivery_id", "began_at"]).doNothing())
    .compile();
}

export function trimAttempts(db: Db, delivery_id: WebhookDeliveryId, keep: number): CompiledQuery {
  return db
    .deleteFrom("webhook_attempts")
    .where("delivery_id", "=", delivery_id)
    .where("began_at", "<=", (eb) =>
      eb
        .selectFrom("webhook_attempts as newer")
        .select("newer.began_at")
        .where("newer.delivery_id", "=", delivery_id)
        .orderBy("newer.began_at", "desc")
        .offset(keep)
        .limit(1),
    )
    .compile();
}
