import type { AppId, ContentId, PersonId, SuppressionId } from "@fanfare/contract/lib/ids";
import { type CompiledQuery, type Selectable, sql } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
import { prepared } from "../prepared.ts";

export type SuppressionRow = Selectable<Schema["suppressions"]>;

const readLive = prepared((db: Db, person_id: PersonId, now_ms: Millis) =>
  db
    .selectFrom("suppressions")
    .selectAll()
    .where("person_id", "=", person_id)
    .where("expires_at", ">", now_ms)
    .compile(),
);

/** A person's active suppressions, earliest expiry first. Sorting these few rows in SQL costs more than reading them. */
export async function liveSuppressions(db: Db, person_id: PersonId, now_ms: Millis): Promise<SuppressionRow[]> {
  const rows = await readLive(db, person_id, now_ms);
  return rows.sort((one, other) => one.expires_at - other.expires_at || (one.id < other.id ? -1 : 1));
}

/** Counts a person's suppressions, including expired ones, which are kept as history until set again. */
export async function countSuppressions(db: Db, person_id: PersonId): Promise<number> {
  const { count } = await db
    .selectFrom("suppressions")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("person_id", "=", person_id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** One row per person, scope, and target. The later expiry wins. Returns the resulting row. */
export function upsertSuppression(db: Db, row: SuppressionRow): CompiledQuery {
  const later = sql<boolean>`excluded.expires_at > suppressions.expires_at`;
  return db
    .insertInto("suppressions")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["person_id", "scope", "target"]).doUpdateSet({
        reason: (eb) => eb.case().when(later).then(eb.ref("excluded.reason")).else(eb.ref("suppressions.reason")).end(),
        created_at: (eb) =>
          eb.case().when(later).then(eb.ref("excluded.created_at")).else(eb.ref("suppressions.created_at")).end(),
        expires_at: (eb) =>
          eb.case().when(later).then(eb.ref("excluded.expires_at")).else(eb.ref("suppressions.expires_at")).end(),
      }),
    )
    .returningAll()
    .compile();
}

export function deleteEndedSuppressions(db: Db, person_id: PersonId, now_ms: Millis): CompiledQuery {
  return db.deleteFrom("suppressions").where("person_id", "=", person_id).where("expires_at", "<=", now_ms).compile();
}

interface SuppressionKey {
  readonly app_id: AppId;
  readonly person_id: PersonId;
  readonly id: SuppressionId;
}

const deletionOf = (db: Db, { app_id, person_id, id }: SuppressionKey) =>
  db.deleteFrom("suppressions").where("app_id", "=", app_id).where("person_id", "=", person_id).where("id", "=", id);

/** Deletes a person's own suppression. People can't lift an administrator's. */
export function deleteOwnSuppression(db: Db, key: SuppressionKey): CompiledQuery {
  return deletionOf(db, key).where("reason", "!=", "admin").compile();
}

/** Deletes what a person did to hide one content item. Keeps an administrator's suppression, and those of more content. */
export function deleteOwnContentSuppression(
  db: Db,
  { person_id, content_id }: { readonly person_id: PersonId; readonly content_id: ContentId },
): CompiledQuery {
  return db
    .deleteFrom("suppressions")
    .where("person_id", "=", person_id)
    .where("scope", "=", "content")
    .where("target", "=", content_id)
    .where("reason", "!=", "admin")
    .compile();
}

/** Deletes any suppression of a person, including an administrator's. */
export function deleteSuppression(db: Db, key: SuppressionKey): CompiledQuery {
  return deletionOf(db, key).compile();
}
