import type { AppId, WebhookDeliveryId, WebhookId } from "@fanfare/contract/lib/ids";
import type { WebhookDeliveryState } from "@fanfare/contract/realtime/webhook";
import type { CompiledQuery, Kysely, Selectable } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Schema } from "../../schema/schema.ts";

export type DeliveryRow = Selectable<Schema["webhook_deliveries"]>;
type Db = Kysely<Schema>;

/** How many deliveries each webhook still has to make; those without any are left out. */
export function pendingDeliveries(db: Db): Promise<{ webhook_id: WebhookId; pending: number }[]> {
  return db
    .selectFrom("webhook_deliveries")
    .select(({ fn }) => ["webhook_id", fn.countAll<number>().as("pending")])
    .where("state", "=", "pending")
    .groupBy("webhook_id")
    .execute();
}

/** The one that is to go out next: deliveries of a webhook never overtake each other. */
export function nextDelivery(db: Db, webhook_id: WebhookId): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("webhook_id", "=", webhook_id)
    .where("state", "=", "pending")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}

/** What is asked for of the deliveries of an app; what is left out is not asked. */
export interface DeliveryFilter {
  readonly app_id: AppId;
  readonly webhook_id?: WebhookId | undefined;
  readonly state?: WebhookDeliveryState | undefined;
  /** The last one of the page before. */
  readonly before?: WebhookDeliveryId | undefined;
  readonly limit: number;
}

/** The newest first. */
export function deliveriesOf(
  db: Db,
  { app_id, webhook_id, state, before, limit }: DeliveryFilter,
): Promise<DeliveryRow[]> {
  let query = db
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("app_id", "=", app_id)
    // Those of a webhook that was deleted wait out of sight for it to be brought back.
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("webhooks")
          .select("webhooks.id")
          .whereRef("webhooks.id", "=", "webhook_deliveries.webhook_id")
          .where("webhooks.archived_at", "is", null),
      ),
    );
  if (webhook_id !== undefined) query = query.where("webhook_id", "=", webhook_id);
  if (state !== undefined) query = query.where("state", "=", state);
  if (before !== undefined) query = query.where("id", "<", before);
  return query.orderBy("id", "desc").limit(limit).execute();
}

export function deliveryById(db: Db, id: WebhookDeliveryId): Promise<DeliveryRow | undefined> {
  return db.selectFrom("webhook_deliveries").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The greatest id that was ever given and is still there. */
export async function lastDeliveryId(db: Db): Promise<WebhookDeliveryId | undefined> {
  const row = await db.selectFrom("webhook_deliveries").select("id").orderBy("id", "desc").limit(1).executeTakeFirst();
  return row?.id;
}

/** Passes over rows that are there already: a write whose answer was lost is repeated as it was. */
export function insertDeliveries(db: Db, rows: readonly DeliveryRow[]): CompiledQuery {
  return db
    .insertInto("webhook_deliveries")
    .values(rows)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .compile();
}

/** What an attempt came to. Touches no row when the delivery has gone with its webhook. */
export function updateDelivery(
  db: Db,
  id: WebhookDeliveryId,
  change: Partial<Omit<DeliveryRow, "id" | "app_id" | "webhook_id" | "created_at" | "body">>,
): CompiledQuery {
  return db.updateTable("webhook_deliveries").set(change).where("id", "=", id).where("state", "=", "pending").compile();
}

/** Gives up what was stamped before `stamped_before` and still waits. */
export function markDeliveriesDead(
  db: Db,
  webhook_id: WebhookId,
  stamped_before: Millis,
  last_error: string,
): CompiledQuery {
  return db
    .updateTable("webhook_deliveries")
    .set({ state: "dead", last_error })
    .where("webhook_id", "=", webhook_id)
    .where("state", "=", "pending")
    .where("stamped_at", "<", stamped_before)
    .compile();
}

/** Lets a dead delivery wait again, as new. Touches no row that is not dead. */
export function requeueDelivery(
  db: Db,
  id: WebhookDeliveryId,
  { body, stamped_at }: Pick<DeliveryRow, "body" | "stamped_at">,
): CompiledQuery {
  return db
    .updateTable("webhook_deliveries")
    .set({ body, stamped_at, next_attempt_at: stamped_at, attempts: 0, state: "pending", last_error: null })
    .where("id", "=", id)
    .where("state", "=", "dead")
    .compile();
}

const TRIM_BATCH_MAX = 1_000;

/** Of those in this state keeps the `keep` newest of a webhook. */
export function trimDeliveries(
  db: Db,
  webhook_id: WebhookId,
  state: Exclude<WebhookDeliveryState, "pending">,
  keep: number,
): CompiledQuery {
  return db
    .deleteFrom("webhook_deliveries")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("webhook_deliveries")
        .select("id")
        .where("webhook_id", "=", webhook_id)
        .where("state", "=", state)
        .orderBy("id", "desc")
        .offset(keep)
        .limit(TRIM_BATCH_MAX),
    )
    .compile();
}
