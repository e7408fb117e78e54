import type { AppId, ReceiverId, WebhookDeliveryId } from "@fanfare/contract/lib/ids";
import type { WebhookDeliveryState } from "@fanfare/contract/realtime/webhook";
import { type CompiledQuery, type Selectable, sql } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";

export type DeliveryRow = Selectable<Schema["webhook_deliveries"]>;

/** Omits webhooks without pending deliveries. */
export function pendingDeliveries(db: Db): Promise<{ webhook_id: ReceiverId; pending: number }[]> {
  return db
    .selectFrom("webhook_deliveries")
    .select(({ fn }) => ["webhook_id", fn.countAll<number>().as("pending")])
    .where("state", "=", "pending")
    .groupBy("webhook_id")
    .execute();
}

/** Number of pending deliveries of enabled webhooks, and the time of the oldest. */
export async function webhookBacklog(db: Db): Promise<{ readonly pending: number; readonly oldest_at: Millis | null }> {
  const row = await db
    .selectFrom("webhook_deliveries")
    .innerJoin("webhooks", "webhooks.id", "webhook_deliveries.webhook_id")
    .select(({ fn }) => [
      fn.countAll<number>().as("pending"),
      fn.min<Millis | null>("webhook_deliveries.created_at").as("oldest_at"),
    ])
    .where("webhook_deliveries.state", "=", "pending")
    .where("webhooks.enabled", "=", 1)
    .where("webhooks.archived_at", "is", null)
    .executeTakeFirstOrThrow();
  return { pending: Number(row.pending), oldest_at: row.oldest_at === null ? null : Number(row.oldest_at) };
}

/** Next deliveries to send. A receiver's deliveries are sent in order. */
export function nextDeliveries(db: Db, webhook_id: ReceiverId, limit: number): Promise<DeliveryRow[]> {
  return db
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("webhook_id", "=", webhook_id)
    .where("state", "=", "pending")
    .orderBy("id")
    .limit(limit)
    .execute();
}

export interface DeliveryFilter {
  readonly app_id: AppId;
  readonly receivers: "webhooks" | "destinations";
  readonly webhook_id?: ReceiverId | undefined;
  readonly state?: WebhookDeliveryState | undefined;
  readonly before?: WebhookDeliveryId | undefined;
}

function matching(db: Db, { app_id, receivers, webhook_id, state, before }: DeliveryFilter) {
  let query = db
    .selectFrom("webhook_deliveries")
    .where("app_id", "=", app_id)
    // Deliveries of a deleted webhook stay hidden in case it's restored.
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("webhooks")
          .select("webhooks.id")
          .whereRef("webhooks.id", "=", "webhook_deliveries.webhook_id")
          .where("webhooks.kind", receivers === "destinations" ? "=" : "<>", "destination")
          .where("webhooks.archived_at", "is", null),
      ),
    );
  if (webhook_id !== undefined) query = query.where("webhook_id", "=", webhook_id);
  if (state !== undefined) query = query.where("state", "=", state);
  if (before !== undefined) query = query.where("id", "<", before);
  return query.orderBy("id", "desc");
}

/** Newest first. */
export function deliveriesOf(db: Db, filter: DeliveryFilter, limit: number): Promise<DeliveryRow[]> {
  return matching(db, filter).selectAll().limit(limit).execute();
}

/** Those of the newest `searched_max` deliveries that contain a text. */
export function searchDeliveries(
  db: Db,
  filter: DeliveryFilter,
  { text, searched_max, limit }: { readonly text: string; readonly searched_max: number; readonly limit: number },
): Promise<DeliveryRow[]> {
  return db
    .selectFrom(matching(db, filter).selectAll().limit(searched_max).as("newest"))
    .selectAll()
    .where(containsText(text))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Of the newest `counted_max` deliveries: all, those that contain a text, and the last one. */
export async function countDeliveries(
  db: Db,
  filter: DeliveryFilter,
  { text, counted_max }: { readonly text: string; readonly counted_max: number },
): Promise<{ readonly all: number; readonly found: number; readonly last: WebhookDeliveryId | null }> {
  const found =
    text === "" ? sql<number>`count(*)` : sql<number>`sum(case when ${containsText(text)} then 1 else 0 end)`;
  const row = await db
    .selectFrom(matching(db, filter).selectAll().limit(counted_max).as("newest"))
    .select(({ fn }) => [
      fn.countAll<number>().as("all"),
      found.as("found"),
      fn.min<WebhookDeliveryId | null>("id").as("last"),
    ])
    .executeTakeFirstOrThrow();
  return { all: Number(row.all), found: Number(row.found ?? 0), last: row.last };
}

/** In the request, whose JSON escapes quotes, or the last error. Whole status codes and IDs match too. */
export function containsText(text: string) {
  const like = (part: string): string => `%${part.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  const escaped = JSON.stringify(text).slice(1, -1);
  return sql<boolean>`(lower(body) like ${like(escaped)} escape '\\' or lower(last_error) like ${like(text)} escape '\\' or cast(last_status as text) = ${text} or id = ${text})`;
}

export interface SettledCount {
  readonly webhook_id: ReceiverId;
  readonly delivered: number;
  readonly dead: number;
  /** Time of the oldest delivered one that's counted. */
  readonly oldest_delivered_at: Millis | null;
}

/** Deliveries of an app's webhooks and destinations that were settled and created since then. */
export async function settledCounts(
  db: Db,
  app_id: AppId,
  { since, webhook_id }: { readonly since: Millis; readonly webhook_id?: ReceiverId },
): Promise<readonly SettledCount[]> {
  const delivered = sql<number>`sum(case when webhook_deliveries.state = 'delivered' then 1 else 0 end)`;
  const oldest = sql<Millis | null>`min(case when webhook_deliveries.state = 'delivered' then webhook_deliveries.created_at end)`;
  let query = db
    .selectFrom("webhooks")
    .innerJoin("webhook_deliveries", "webhook_deliveries.webhook_id", "webhooks.id")
    .select(({ fn }) => [
      "webhooks.id as webhook_id",
      fn.countAll<number>().as("settled"),
      delivered.as("delivered"),
      oldest.as("oldest_delivered_at"),
    ])
    .where("webhooks.app_id", "=", app_id)
    .where("webhooks.archived_at", "is", null)
    .where("webhook_deliveries.state", "in", ["delivered", "dead"])
    .where("webhook_deliveries.created_at", ">=", since);
  if (webhook_id !== undefined) query = query.where("webhooks.id", "=", webhook_id);
  const rows = await query.groupBy("webhooks.id").execute();
  return rows.map((row) => ({
    ...{ webhook_id: row.webhook_id, delivered: Number(row.delivered) },
    dead: Number(row.settled) - Number(row.delivered),
    oldest_delivered_at: row.oldest_delivered_at === null ? null : Number(row.oldest_delivered_at),
  }));
}

export function deliveryById(db: Db, id: WebhookDeliveryId): Promise<DeliveryRow | undefined> {
  return db.selectFrom("webhook_deliveries").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function lastDeliveryId(db: Db): Promise<WebhookDeliveryId | undefined> {
  const row = await db.selectFrom("webhook_deliveries").select("id").orderBy("id", "desc").limit(1).executeTakeFirst();
  return row?.id;
}

/** Skips existing rows: a write whose response was lost is retried unchanged. */
export function insertDeliveries(db: Db, rows: readonly DeliveryRow[]): CompiledQuery {
  return db
    .insertInto("webhook_deliveries")
    .values(rows)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .compile();
}

/** Stores the result of an attempt. No rows if the deliveries were deleted with their receiver. */
export function settleDeliveries(
  db: Db,
  ids: readonly WebhookDeliveryId[],
  change: Pick<DeliveryRow, "state" | "next_attempt_at" | "last_status" | "last_error" | "delivered_at">,
): CompiledQuery {
  return db
    .updateTable("webhook_deliveries")
    .set((eb) => ({ ...change, attempts: eb("attempts", "+", 1) }))
    .where("id", "in", [...ids])
    .where("state", "=", "pending")
    .compile();
}

/** Makes the pending deliveries due now. */
export function expediteDeliveries(db: Db, webhook_id: ReceiverId, now_ms: Millis): CompiledQuery {
  return db
    .updateTable("webhook_deliveries")
    .set({ next_attempt_at: now_ms })
    .where("webhook_id", "=", webhook_id)
    .where("state", "=", "pending")
    .where("next_attempt_at", ">", now_ms)
    .compile();
}

export function markDeliveriesDead(
  db: Db,
  webhook_id: ReceiverId,
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

/** Resets a failed delivery to pending. No row if it isn't failed. */
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

/** Whatever their state: receivers that are on have none that wait that long. */
export function deleteOldDeliveries(db: Db, app_id: AppId, before: Millis, limit: number): CompiledQuery {
  return db
    .deleteFrom("webhook_deliveries")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("webhook_deliveries")
        .select("id")
        .where("app_id", "=", app_id)
        .where("stamped_at", "<", before)
        .orderBy("id")
        .limit(limit),
    )
    .compile();
}

const TRIM_BATCH_MAX = 1_000;

export function trimDeliveries(
  db: Db,
  webhook_id: ReceiverId,
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
