import type { AppId, EventId } from "@fanfare/contract/lib/ids";
import { DAY_MS } from "@fanfare/contract/limits";
import { type CompiledQuery, type Kysely, type Selectable, sql } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Schema } from "../../schema/schema.ts";
import type { Statement } from "../../store.ts";

export type EventRow = Selectable<Schema["events"]>;

/** What all events of one call have in common. No other call has its `batch`. */
export type EventBatch = Pick<EventRow, "app_id" | "person_id" | "received_at" | "batch">;
/** What each has of its own. */
export type BatchedEvent = Omit<EventRow, keyof EventBatch>;

/**
 * Stores events that are all new, as nearly always, and counts them, in one transaction. Unmet at the first statement when
 * one of them was there: nothing was stored, and {@link storeEvents} finds out which.
 */
export function storeNewEvents(
  db: Kysely<Schema>,
  call: EventBatch,
  events: readonly BatchedEvent[],
): readonly Statement[] {
  return [{ query: insertEvents(db, call, events), expect: events.length }, { query: updateRollups(db, call, events) }];
}

/**
 * Stores the events that are not there yet and counts exactly those, in one transaction. The first statement touches
 * as many rows as were new: the id is the primary key, so a retry changes nothing.
 */
export function storeEvents(
  db: Kysely<Schema>,
  call: EventBatch,
  events: readonly BatchedEvent[],
): readonly Statement[] {
  return [{ query: insertEvents(db, call, events) }, { query: countEvents(db, call, events) }];
}

function insertEvents(db: Kysely<Schema>, call: EventBatch, events: readonly BatchedEvent[]): CompiledQuery {
  const text = inserts.get(db, events.length, () => insertOf(db, events.length));
  const parameters: unknown[] = [call.app_id, call.person_id, call.received_at, call.batch];
  for (const { id, name, props, happened_at, content_id, facets } of events) {
    parameters.push(id, name, props, happened_at, content_id, facets);
  }
  return { ...text, parameters };
}

/**
 * Statements by the number of their rows: putting the text of a large batch together costs more than all else that is
 * done here.
 */
function textsBySize() {
  const texts = new WeakMap<Kysely<Schema>, Map<number, CompiledQuery>>();
  return {
    get(db: Kysely<Schema>, size: number, build: () => CompiledQuery): CompiledQuery {
      const known = texts.get(db) ?? new Map<number, CompiledQuery>();
      texts.set(db, known);
      const found = known.get(size) ?? build();
      // What was asked for last stands last, and what was not asked for longest is forgotten.
      known.delete(size);
      known.set(size, found);
      const [oldest] = known.keys();
      if (known.size > TEXTS_MAX && oldest !== undefined) known.delete(oldest);
      return found;
    },
  };
}
const TEXTS_MAX = 64;
const inserts = textsBySize();
const counts = textsBySize();
const sums = textsBySize();

/** Places for what all events of a call have in common stand first, and are filled once: a third of what is written. */
function insertOf(db: Kysely<Schema>, size: number): CompiledQuery {
  const row = { id: "", app_id: "", person_id: "", name: "", props: "", happened_at: 0, received_at: 0, batch: "" };
  // Only the text is wanted: what stands in the places comes later.
  const rows = Array.from({ length: size }, () => ({ ...row, content_id: "", facets: "" }) as EventRow);
  const query = db
    .insertInto("events")
    .values(rows)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .compile();
  const columns = [...Object.keys(row), "content_id", "facets"];
  const own = columns.filter((name) => !COMMON.includes(name));
  let place = 0;
  const text = query.sql.replace(/\?|\$\d+/g, (sign) => {
    const name = columns[place % columns.length] ?? "";
    const at = Math.floor(place++ / columns.length) * own.length;
    const common = COMMON.indexOf(name);
    return `${sign.charAt(0)}${1 + (common === -1 ? COMMON.length + at + own.indexOf(name) : common)}`;
  });
  return { ...query, sql: text };
}
const COMMON = ["app_id", "person_id", "received_at", "batch"];

/** Counts events that are known to be new. Ordered, so that two calls lock the counters in one order. */
function updateRollups(
  db: Kysely<Schema>,
  { app_id, received_at }: EventBatch,
  events: readonly BatchedEvent[],
): CompiledQuery {
  const sum = new Map<string, { readonly key: readonly [string, string, string]; events: number }>();
  for (const { name, content_id, facets } of events) {
    const key = [name, content_id, facets] as const;
    const text = key.join("\n");
    const known = sum.get(text);
    if (known === undefined) sum.set(text, { key, events: 1 });
    else known.events++;
  }
  const day = received_at - (received_at % DAY_MS);
  const rows = [...sum].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  const values = rows.map(({ key: [name, content_id, facets], events: count }) => ({
    ...{ app_id, day, name, content_id, facets, events: count },
  }));
  const text = sums.get(db, rows.length, () =>
    db
      .insertInto("event_rollups")
      .values(values)
      .onConflict((conflict) => conflict.columns(ROLLUP_KEY).doUpdateSet({ events: SUM }))
      .compile(),
  );
  return { ...text, parameters: values.flatMap((row) => Object.values(row)) };
}
const ROLLUP_KEY = ["app_id", "day", "name", "content_id", "facets"] as const;
const SUM = sql<number>`event_rollups.events + excluded.events`;

/** What was there before has another batch. Ordered as {@link updateRollups} is. */
function countEvents(db: Kysely<Schema>, { batch }: EventBatch, events: readonly BatchedEvent[]): CompiledQuery {
  const ids = events.map(({ id }) => id);
  return { ...counts.get(db, ids.length, () => countOf(db, ids, batch)), parameters: [...ids, batch] };
}

function countOf(db: Kysely<Schema>, ids: readonly EventId[], batch: string): CompiledQuery {
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
        .where("batch", "=", batch)
        .groupBy(["name", "content_id", "facets"])
        .orderBy("name")
        .orderBy("content_id")
        .orderBy("facets"),
    )
    .onConflict((conflict) => conflict.columns(ROLLUP_KEY).doUpdateSet({ events: SUM }))
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
export function deleteOldEvents(db: Kysely<Schema>, app_id: AppId, before: Millis, rows_max: number): CompiledQuery {
  const oldest = db
    .selectFrom("events")
    .select("id")
    .where("app_id", "=", app_id)
    .where("received_at", "<", before)
    .orderBy("received_at")
    .limit(rows_max);
  return db.deleteFrom("events").where("id", "in", oldest).compile();
}
