import type { AppId, EventId } from "@fanfare/contract/ids";
import { DAY_MS } from "@fanfare/contract/limits";
import { type CompiledQuery, type Kysely, type Selectable, sql } from "kysely";
import type { Millis, Schema } from "./schema.ts";
import type { Statement } from "./store.ts";

export type EventRow = Selectable<Schema["events"]>;

/**
 * Stores the events that are not there yet and counts exactly those, in one transaction. The first statement touches
 * as many rows as were new: the id is the primary key, so a retry changes nothing. All rows are of one call: one app, one `batch` that no other
 * call has.
 */
export function storeEvents(db: Kysely<Schema>, rows: readonly EventRow[]): readonly Statement[] {
  const { insert, count } = textsOf(db, rows);
  const ids = rows.map(({ id }) => id);
  return [
    { query: { ...insert, parameters: rows.flatMap(valuesOf) } },
    { query: { ...count, parameters: [...ids, rows[0]?.batch ?? ""] } },
  ];
}

interface Texts {
  readonly insert: CompiledQuery;
  readonly count: CompiledQuery;
}
/** By the number of rows: putting the text of a large batch together costs more than all else that is done here. */
const texts = new WeakMap<Kysely<Schema>, Map<number, Texts>>();
const TEXTS_MAX = 64;

function textsOf(db: Kysely<Schema>, rows: readonly EventRow[]): Texts {
  const known = texts.get(db) ?? new Map<number, Texts>();
  texts.set(db, known);
  const found = known.get(rows.length) ?? { insert: insertEvents(db, rows), count: countEvents(db, rows) };
  // What was asked for last stands last, and what was not asked for longest is forgotten.
  known.delete(rows.length);
  known.set(rows.length, found);
  const [oldest] = known.keys();
  if (known.size > TEXTS_MAX && oldest !== undefined) known.delete(oldest);
  return found;
}

/** In the order of the columns of {@link inOrder}. */
function valuesOf(row: EventRow): readonly unknown[] {
  return Object.values(inOrder(row));
}

function inOrder(row: EventRow): EventRow {
  const { id, app_id, person_id, name, props, happened_at, received_at, batch, content_id, facets } = row;
  return { id, app_id, person_id, name, props, happened_at, received_at, batch, content_id, facets };
}

function insertEvents(db: Kysely<Schema>, rows: readonly EventRow[]): CompiledQuery {
  return db
    .insertInto("events")
    .values(rows.map(inOrder))
    .onConflict((conflict) => conflict.column("id").doNothing())
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
