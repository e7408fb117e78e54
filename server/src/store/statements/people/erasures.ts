import type { AppId, LiveUpdateId, PersonId } from "@fanfare/contract/lib/ids";
import { type CompiledQuery, sql } from "kysely";
import type { JsonText, Millis } from "../../schema/column-types.ts";
import type { Db } from "../../schema/schema.ts";
import { prepared } from "../prepared.ts";

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

export function audiencesMentioning(
  db: Db,
  app_id: AppId,
  text: string,
): Promise<{ id: LiveUpdateId; audience: JsonText }[]> {
  return db
    .selectFrom("live_updates")
    .select(["id", "audience"])
    .where("app_id", "=", app_id)
    .where(sql<boolean>`audience like ${containing(text)} escape '\\'`)
    .execute();
}

export function scheduledMentioning(
  db: Db,
  app_id: AppId,
  text: string,
): Promise<{ id: LiveUpdateId; input: JsonText }[]> {
  return db
    .selectFrom("scheduled_live_updates")
    .select(["id", "input"])
    .where("app_id", "=", app_id)
    .where(sql<boolean>`input like ${containing(text)} escape '\\'`)
    .execute();
}

export function replaceAudience(db: Db, id: LiveUpdateId, audience: JsonText): CompiledQuery {
  return db.updateTable("live_updates").set({ audience }).where("id", "=", id).compile();
}

/**
 * Deletes webhook deliveries that mention a person. Keeps pending ones of channels, which are still sent, unless their
 * webhook is deleted.
 */
export function deleteDeliveriesMentioning(db: Db, app_id: AppId, text: string): CompiledQuery {
  return db
    .deleteFrom("webhook_deliveries")
    .where("app_id", "=", app_id)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb("state", "!=", "pending"),
        eb("message_id", "is not", null),
        eb("webhook_id", "in", selectFrom("webhooks").select("webhooks.id").where("archived_at", "is not", null)),
      ]),
    )
    .where(sql<boolean>`body like ${containing(text)} escape '\\'`)
    .compile();
}

/** Deletes an app's delivery attempts whose response contains this text: receivers may echo the body. */
export function deleteAttemptsMentioning(db: Db, app_id: AppId, text: string): CompiledQuery {
  return db
    .deleteFrom("webhook_attempts")
    .where("delivery_id", "in", (eb) =>
      eb.selectFrom("webhook_deliveries").select("webhook_deliveries.id").where("app_id", "=", app_id),
    )
    .where(sql<boolean>`answer like ${containing(text)} escape '\\'`)
    .compile();
}

function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
