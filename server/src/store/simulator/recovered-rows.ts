import { Database, SQLiteError } from "bun:sqlite";
import { existsSync } from "node:fs";
import { sampleRows } from "../../../test/support/sample-rows.ts";
import { eventNumber } from "./event-row.ts";

/** Rows of a database after a crash. `faults`: damage or partly stored batches, which a crash must never cause. */
export interface RecoveredRows {
  readonly events: ReadonlySet<number>;
  readonly faults: readonly string[];
}

/**
 * Opens the file, which makes SQLite recover it, and reads the rows. Empty if the file or its tables don't exist yet.
 */
export function readRecoveredRows(path: string): RecoveredRows {
  if (!existsSync(path)) return { events: new Set(), faults: [] };
  const faults: string[] = [];
  const events = new Set<number>();
  try {
    using database = new Database(path, { readwrite: true });
    const check = database.query<{ integrity_check: string }, []>("pragma integrity_check").all();
    faults.push(...check.map((row) => row.integrity_check).filter((text) => text !== "ok"));
    // This table is created by the last migration that events need. Before it, no events can be stored.
    const tables = database
      .query<{ name: string }, []>("select name from sqlite_schema where name = 'event_rollups'")
      .all();
    if (tables.length === 0) return { events, faults };
    for (const { id } of database.query<{ id: string }, []>("select id from events").all()) events.add(eventNumber(id));
    const counted = database
      .query<{ config_version: number }, [string]>("select config_version from apps where id = ?")
      .get(sampleRows("crash").apps.id);
    const expected = events.size + sampleRows("crash").apps.config_version;
    if ((counted?.config_version ?? expected) !== expected || (counted === null && events.size > 0)) {
      faults.push(`${events.size} events are stored and ${String(counted?.config_version)} were counted`);
    }
    const rolled = database.query<{ events: number | null }, []>("select sum(events) events from event_rollups").get();
    if ((rolled?.events ?? 0) !== events.size) {
      faults.push(`${events.size} events are stored and the roll-ups say ${String(rolled?.events)}`);
    }
  } catch (cause) {
    if (!(cause instanceof SQLiteError)) throw cause;
    faults.push(`${cause.code}: ${cause.message}`);
  }
  return { events, faults };
}
