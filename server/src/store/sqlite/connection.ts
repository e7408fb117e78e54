import { Database } from "bun:sqlite";
import { limits } from "@fanfare/contract/limits";

/** SQLite's durability level. Only `FULL` keeps acknowledged writes after a power cut. */
export type Synchronous = "FULL" | "NORMAL" | "OFF";

/** "Fnfr" in the file header marks Fanfare's databases. */
export const APPLICATION_ID = 0x466e6672;
/** Size of Bun's cache of prepared statements. Its default of 20 is less than the server uses. */
const PREPARED_MAX = 200;

/** Opens the writing connection: WAL, foreign keys on, bounded log file. Throws for another program's file. */
export function openWriting(path: string, synchronous: Synchronous): Database {
  Database.MAX_QUERY_CACHE_SIZE = PREPARED_MAX;
  const database = new Database(path, { create: true, readwrite: true });
  try {
    database.run(`pragma busy_timeout = ${limits.store_deadline_ms}`);
    claim(database, path);
    database.run("pragma journal_mode = wal");
    database.run(`pragma synchronous = ${synchronous}`);
    // On macOS, a plain fsync returns before the disk has the data. No effect elsewhere.
    database.run("pragma fullfsync = on");
    database.run("pragma foreign_keys = on");
    database.run(`pragma journal_size_limit = ${limits.wal_bytes_max}`);
    return database;
  } catch (cause) {
    database.close();
    throw cause;
  }
}

/** Opens the main thread's connection, which is read-only. */
export function openReading(path: string): Database {
  Database.MAX_QUERY_CACHE_SIZE = PREPARED_MAX;
  const database = new Database(path, { readonly: true });
  database.run(`pragma busy_timeout = ${limits.store_deadline_ms}`);
  database.run("pragma query_only = on");
  return database;
}

function claim(database: Database, path: string): void {
  const row = database
    .query<{ application_id: number; tables: number }, []>(
      "select application_id, (select count(*) from sqlite_schema) as tables from pragma_application_id",
    )
    .get();
  if (row?.application_id === APPLICATION_ID) return;
  if (row === null || row.application_id !== 0 || row.tables > 0) {
    throw new Error(`${path} is another program's database. Use another file, or move this one.`);
  }
  database.run(`pragma application_id = ${APPLICATION_ID}`);
}
