import type { AppId, EventId } from "@fanfare/contract/ids";
import { DAY_MS } from "@fanfare/contract/limits";
import { type CompiledQuery, type Kysely, type Selectable, sql } from "kysely";
import type { Millis, Schema } from "./schema.ts";
import type { Statement } from "./store.ts";

export type EventRow = Selectable<Schema["events"]>;

/**
 * Stores the events that are not there yet and counts exactly those, in one transaction. The first statement returns their
 * ids: the id is the primary key, so a retry changes nothing. All rows are of one call: one app, one `batch` that no other
 * call has.
 */
export function storeEvents(db: Kysely<Schema>, rows: readonly EventRow[]): readonly Statement[] {
  return [{ query: insertEvents(db, rows) }, { query: countEvents(db, rows) }];
}

function insertEvents(db: Kysely<Schema>, rows: readonly EventRow[]): CompiledQuery {
  return db
    .insertInto("events")
    .values([...rows])
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .compile();
}

/** What was there before has another batch. Ordered, so that two calls lock the counters in one order. */
function countEvents(db: Kysely<Schema>, rows: readonly EventRow[]): CompiledQuery {
  const ids = rows.map(({ id }) => id);
  return db
    .insertInto("event_rollups")
    .columns(["app_id", "day", "name", "content_id", "facets", "events"])
    .expression((eb) =>
      eb
        .selectFrom("events")
        .select(({ fn }) => [
          fn.min("app_id").as("app_id"),
          sql<number>`min(received_at) - min(received_at) % ${sql.lit(DAY_MS)}`.as("day"),
          "name",
          "content_id",
          "facets",
          fn.countAll<number>().as("events"),
        ])
        .where("id", "in", ids)
        .where("batch", "=", rows[0]?.batch ?? "")
        .groupBy(["name", "content_id", "facets"])
        .orderBy("name")
        .orderBy("content_id")
        .orderBy("facets"),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["app_id", "day", "name", "content_id", "facets"])
        .doUpdateSet({ events: sql<number>`event_rollups.events + excluded.events` }),
    )
    .compile();
}

export function eventsById(db: Kysely<Schema>, ids: readonly EventId[]): Promise<EventRow[]> {
  return db
    .selectFrom("events")
    .selectAll()
    .where("id", "in", [...ids])
    .execute();
}

/** Forgets the oldest events of an app from before then, so many at most. What was counted of them stays counted. */
export function forgetEvents(db: Kysely<Schema>, app_id: AppId, before: Millis, rows_max: number): CompiledQuery {
  const oldest = db
    .selectFrom("events")
    .select("id")
    .where("app_id", "=", app_id)
    .where("received_at", "<", before)
    .orderBy("received_at")
    .limit(rows_max);
  return db.deleteFrom("events").where("id", "in", oldest).compile();
}
