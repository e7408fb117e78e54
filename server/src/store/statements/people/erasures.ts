import type { AppId, LiveUpdateId, PersonId, WebhookDeliveryId } from "@fanfare/contract/lib/ids";
import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { JsonText, Millis } from "../../schema/column-types.ts";
import type { Db } from "../../schema/schema.ts";
import type { Store } from "../../store.ts";
import { prepared } from "../prepared.ts";
import type { AttemptRow } from "../realtime/webhook-attempts.ts";
import type { DeliveryRow } from "../realtime/webhook-deliveries.ts";

const readErasure = prepared((db: Db, app_id: AppId, name_hash: string, since: Millis) =>
  db
    .selectFrom("erasures")
    .select("erased_at")
    .where("app_id", "=", app_id)
    .where("name_hash", "=", name_hash)
    .where("erased_at", ">", since)
    .compile(),
);

export async function wasErased(db: Db, app_id: AppId, name_hash: string, since: Millis): Promise<boolean> {
  return (await readErasure(db, app_id, name_hash, since)).length > 0;
}

export async function erasedHashes(
  db: Db,
  app_id: AppId,
  name_hashes: readonly string[],
  since: Millis,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("erasures")
    .select("name_hash")
    .where("app_id", "=", app_id)
    .where("name_hash", "in", [...name_hashes])
    .where("erased_at", ">", since)
    .execute();
  return rows.map(({ name_hash }) => name_hash);
}

export function recordErasures(db: Db, app_id: AppId, name_hashes: readonly string[], now_ms: Millis): CompiledQuery {
  return db
    .insertInto("erasures")
    .values(name_hashes.map((name_hash) => ({ app_id, name_hash, erased_at: now_ms })))
    .onConflict((conflict) => conflict.columns(["app_id", "name_hash"]).doUpdateSet({ erased_at: now_ms }))
    .compile();
}

/** A person and all people merged into them: IDs and external IDs. */
export function mergedIdentities(
  db: Db,
  app_id: AppId,
  id: PersonId,
): Promise<{ id: PersonId; external_id: string | null; anonymous_id: string | null }[]> {
  return db
    .selectFrom("people")
    .select(["id", "external_id", "anonymous_id"])
    .where("app_id", "=", app_id)
    .where((eb) => eb.or([eb("id", "=", id), eb("merged_into", "=", id)]))
    .execute();
}

export async function countOwned(
  db: Db,
  table: "events" | "runs" | "suppressions",
  ids: readonly PersonId[],
): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll().as("count"))
    .where("person_id", "in", [...ids])
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes people with their data. Merged people refer to them, so they're unlinked first. */
export function deletePeople(db: Db, ids: readonly PersonId[]): readonly CompiledQuery[] {
  return [
    db
      .updateTable("people")
      .set({ merged_into: null })
      .where("merged_into", "in", [...ids])
      .compile(),
    db
      .deleteFrom("people")
      .where("id", "in", [...ids])
      .compile(),
  ];
}

export function deleteTargets(db: Db, app_id: AppId, targets: readonly string[]): CompiledQuery {
  return db
    .deleteFrom("live_update_targets")
    .where("app_id", "=", app_id)
    .where("target", "in", [...targets])
    .compile();
}

/** Case-sensitive. May find the text in another place of the JSON, so callers look again. */
export function audiencesContaining(
  { db, dialect }: Pick<Store, "db" | "dialect">,
  app_id: AppId,
  text: string,
): Promise<{ id: LiveUpdateId; audience: JsonText }[]> {
  return db
    .selectFrom("live_updates")
    .select(["id", "audience"])
    .where("app_id", "=", app_id)
    .where(containsAny(dialect, sql.ref("audience"), [text]))
    .execute();
}

/** Like {@link audiencesContaining}. */
export function scheduledContaining(
  { db, dialect }: Pick<Store, "db" | "dialect">,
  app_id: AppId,
  text: string,
): Promise<{ id: LiveUpdateId; input: JsonText }[]> {
  return db
    .selectFrom("scheduled_live_updates")
    .select(["id", "input"])
    .where("app_id", "=", app_id)
    .where(containsAny(dialect, sql.ref("input"), [text]))
    .execute();
}

export function replaceAudience(db: Db, id: LiveUpdateId, audience: JsonText): CompiledQuery {
  return db.updateTable("live_updates").set({ audience }).where("id", "=", id).compile();
}

export interface SearchPage<Row> {
  /** Time from which rows are searched. */
  readonly since: Millis;
  /** Last row of the previous page. */
  readonly after: Row | undefined;
  readonly limit: number;
}

/**
 * Webhook deliveries with one of the texts, by ID. Like {@link audiencesContaining}. Omits pending ones of channels,
 * unless their webhook is deleted.
 */
export function deliveriesContaining(
  { background_db, dialect }: Pick<Store, "background_db" | "dialect">,
  app_id: AppId,
  texts: readonly string[],
  { since, after, limit }: SearchPage<WebhookDeliveryId>,
): Promise<Pick<DeliveryRow, "id" | "body">[]> {
  const query = background_db
    .selectFrom("webhook_deliveries")
    .select(["id", "body"])
    .where("app_id", "=", app_id)
    .where("created_at", ">=", since)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb("state", "!=", "pending"),
        eb("message_id", "is not", null),
        eb("webhook_id", "in", selectFrom("webhooks").select("webhooks.id").where("archived_at", "is not", null)),
      ]),
    )
    .where(containsAny(dialect, sql.ref("body"), texts))
    .orderBy("id")
    .limit(limit);
  return (after === undefined ? query : query.where("id", ">", after)).execute();
}

export type DeliveryAttempt = Pick<AttemptRow, "delivery_id" | "began_at" | "answer">;

/** Delivery attempts whose response contains one of the texts, in order: receivers may echo the body. */
export function attemptsContaining(
  { background_db, dialect }: Pick<Store, "background_db" | "dialect">,
  app_id: AppId,
  texts: readonly string[],
  { since, after, limit }: SearchPage<DeliveryAttempt>,
): Promise<DeliveryAttempt[]> {
  const query = background_db
    .selectFrom("webhook_attempts")
    .innerJoin("webhook_deliveries", "webhook_deliveries.id", "webhook_attempts.delivery_id")
    .select(["delivery_id", "began_at", "answer"])
    .where("app_id", "=", app_id)
    .where("began_at", ">=", since)
    .where(containsAny(dialect, sql.ref("answer"), texts))
    .orderBy("delivery_id")
    .orderBy("began_at")
    .limit(limit);
  if (after === undefined) return query.execute();
  const { delivery_id, began_at } = after;
  return query
    .where(({ eb, refTuple, tuple }) => eb(refTuple("delivery_id", "began_at"), ">", tuple(delivery_id, began_at)))
    .execute();
}

export function deleteDeliveries(db: Db, ids: readonly WebhookDeliveryId[]): CompiledQuery {
  return db
    .deleteFrom("webhook_deliveries")
    .where("id", "in", [...ids])
    .compile();
}

export function deleteAttempts(
  db: Db,
  attempts: readonly Pick<DeliveryAttempt, "delivery_id" | "began_at">[],
): CompiledQuery {
  return db
    .deleteFrom("webhook_attempts")
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple("delivery_id", "began_at"),
        "in",
        attempts.map(({ delivery_id, began_at }) => tuple(delivery_id, began_at)),
      ),
    )
    .compile();
}

/** Compares exactly. `like` ignores case on SQLite. */
function containsAny(
  dialect: Store["dialect"],
  column: RawBuilder<unknown>,
  texts: readonly string[],
): RawBuilder<boolean> {
  const found = texts.map((text) =>
    dialect === "postgres" ? sql`position(${text} in ${column}) > 0` : sql`instr(${column}, ${text}) > 0`,
  );
  return sql<boolean>`(${sql.join(found, sql` or `)})`;
}
