import type { AppId, EventId } from "@fanfare/contract/lib/ids";
import { DAY_MS } from "@fanfare/contract/limits";
import { type CompiledQuery, type Selectable, sql } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
import type { Statement } from "../../store.ts";
import { recordEventFacts } from "../realtime/facts.ts";

export type EventRow = Selectable<Schema["events"]>;

/** Fields shared by all events of one request. `batch` is unique to the request. */
export type EventBatch = Pick<EventRow, "app_id" | "person_id" | "received_at" | "batch">;
export type BatchedEvent = Omit<EventRow, keyof EventBatch>;

/**
 * Stores and counts events in one transaction if all are new, the usual case. Otherwise unmet at the first statement
 * and nothing is stored. Then use {@link storeEvents}.
 */
export function storeNewEvents(db: Db, call: EventBatch, events: readonly BatchedEvent[]): readonly Statement[] {
  return [
    { query: insertEvents(db, call, events), expect: events.length },
    { query: updateRollups(db, call, events) },
    { query: recordEventFacts(db, call, namesOf(events)) },
  ];
}

/**
 * Stores the new events and counts only those, in one transaction. The first statement affects one row per new event.
 * Retries change nothing, because the ID is the primary key.
 */
export function storeEvents(db: Db, call: EventBatch, events: readonly BatchedEvent[]): readonly Statement[] {
  return [
    { query: insertEvents(db, call, events) },
    { query: countEvents(db, call, events) },
    { query: recordEventFacts(db, call, namesOf(events)) },
  ];
}

const namesOf = (events: readonly BatchedEvent[]): readonly string[] => [...new Set(events.map(({ name }) => name))];

function insertEvents(db: Db, call: EventBatch, events: readonly BatchedEvent[]): CompiledQuery {
  const text = inserts.get(db, events.length, () => insertOf(db, events.length));
  const parameters: unknown[] = [call.app_id, call.person_id, call.received_at, call.batch];
  for (const { id, name, props, happened_at, content_id, facets } of events) {
    parameters.push(id, name, props, happened_at, content_id, facets);
  }
  return { ...text, parameters };
}

/** Caches statements by number of rows: building the text of a large batch costs more than everything else here. */
function textsBySize() {
  const texts = new WeakMap<Db, Map<number, CompiledQuery>>();
  return {
    get(db: Db, size: number, build: () => CompiledQuery): CompiledQuery {
      const known = texts.get(db) ?? new Map<number, CompiledQuery>();
      texts.set(db, known);
      const found = known.get(size) ?? build();
      // LRU: the most recently used size is last.
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

/** Shared fields are bound once, as the first parameters. Saves a third of the text. */
function insertOf(db: Db, size: number): CompiledQuery {
  const row = { id: "", app_id: "", person_id: "", name: "", props: "", happened_at: 0, received_at: 0, batch: "" };
  // Only the SQL text is used. Values are bound later.
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

/** Counts events that are known to be new. Sorted, so that concurrent requests lock counters in the same order. */
function updateRollups(db: Db, { app_id, received_at }: EventBatch, events: readonly BatchedEvent[]): CompiledQuery {
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

/** Counts only this batch: older events have another one. Sorted like {@link updateRollups}. */
function countEvents(db: Db, { batch }: EventBatch, events: readonly BatchedEvent[]): CompiledQuery {
  const ids = events.map(({ id }) => id);
  return { ...counts.get(db, ids.length, () => countOf(db, ids, batch)), parameters: [...ids, batch] };
}

function countOf(db: Db, ids: readonly EventId[], batch: string): CompiledQuery {
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

export function eventsById(db: Db, ids: readonly EventId[]): Promise<EventRow[]> {
  return db
    .selectFrom("events")
    .selectAll()
    .where("id", "in", [...ids])
    .execute();
}

/** Deletes at most `rows_max` of an app's oldest events before then. Their counts remain. */
export function deleteOldEvents(db: Db, app_id: AppId, before: Millis, rows_max: number): CompiledQuery {
  const oldest = db
    .selectFrom("events")
    .select("id")
    .where("app_id", "=", app_id)
    .where("received_at", "<", before)
    .orderBy("received_at")
    .limit(rows_max);
  return db.deleteFrom("events").where("id", "in", oldest).compile();
}
