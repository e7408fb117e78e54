import { Database, SQLiteError } from "bun:sqlite";
import { limits } from "@fanfare/contract/limits";
import { APPLICATION_ID } from "./sqlite-connection.ts";

/**
 * Writes the database as it is at one moment into a new file, while a server may go on writing. `target` must not exist.
 *
 * @example
 * copyDatabase("data/fanfare.db", "backup/fanfare.db");
 */
export function copyDatabase(path: string, target: string): void {
  using database = new Database(path, { readonly: true });
  database.run(`pragma busy_timeout = ${limits.store_deadline_ms}`);
  database.run("vacuum into ?", [target]);
}

/** What a file holds: the number of its schema, or the sentence that says why it is no whole database of Fanfare. */
export type Inspected =
  | { readonly outcome: "whole"; readonly schema: number }
  | { readonly outcome: "unusable"; readonly reason: string };

/**
 * Reads every page of the file and checks it. Changes nothing, save that a change which a dead process left half done is
 * rolled back first, as SQLite does for whoever opens the file next.
 */
export function inspectDatabase(path: string): Inspected {
  try {
    return inspect(path, { readonly: true });
  } catch (error) {
    if (!isHalfDone(error)) return unreadable(path, error);
  }
  try {
    return inspect(path, { readwrite: true });
  } catch (error) {
    return unreadable(path, error);
  }
}

function inspect(path: string, mode: { readonly: true } | { readwrite: true }): Inspected {
  using database = new Database(path, mode);
  const id = database.query<{ application_id: number }, []>("pragma application_id").get();
  if (id?.application_id !== APPLICATION_ID) return unusable(`${path} is not a database of Fanfare.`);
  const rows = database.query<{ integrity_check: string }, []>("pragma integrity_check(1)").all();
  const [finding] = rows;
  if (finding?.integrity_check !== "ok") return unusable(`${path} is damaged: ${finding?.integrity_check}.`);
  const last = database.query<{ number: number }, []>("select max(number) as number from schema_migrations").get();
  return { outcome: "whole", schema: last?.number ?? 0 };
}

/** A journal waits to be rolled back, which a connection that only reads may not do: SQLITE_READONLY_ROLLBACK. */
function isHalfDone(error: unknown): boolean {
  return error instanceof SQLiteError && error.code?.startsWith("SQLITE_READONLY") === true;
}

function unreadable(path: string, error: unknown): Inspected {
  return unusable(`${path} cannot be read: ${error instanceof Error ? error.message : error}.`);
}

function unusable(reason: string): Inspected {
  return { outcome: "unusable", reason };
}

/** Moves what the write-ahead log still holds into the file itself, and ends the log. Nobody else may have the file open. */
export function foldLog(path: string): void {
  using database = new Database(path, { readwrite: true });
  database.run("pragma journal_mode = delete");
}
