import type { EventId } from "@fanfare/contract/ids";
import type { CompiledQuery, Kysely, Selectable } from "kysely";
import type { Schema } from "./schema.ts";

export type EventRow = Selectable<Schema["events"]>;

/** Stores the events that are not there yet and returns their ids: the id is the primary key, so a retry changes nothing. */
export function insertEvents(db: Kysely<Schema>, rows: readonly EventRow[]): CompiledQuery {
  return db
    .insertInto("events")
    .values([...rows])
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .compile();
}

export function eventsById(db: Kysely<Schema>, ids: readonly EventId[]): Promise<EventRow[]> {
  return db
    .selectFrom("events")
    .selectAll()
    .where("id", "in", [...ids])
    .execute();
}
