import { Database, SQLiteError } from "bun:sqlite";
import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { limits } from "@fanfare/contract/limits";
import { type AppliedMigration, newestOf, type SchemaProblem, schemaProblem } from "../migrate.ts";
import { migrations } from "../migrations/migrations.ts";
import { APPLICATION_ID } from "./connection.ts";

/**
 * Copies a consistent snapshot of the database into a new file, while a server may keep writing. `target` must not
 * exist.
 *
 * @example
 * copyDatabase("data/fanfare.db", "backup/fanfare.db");
 */
export function copyDatabase(path: string, target: string): void {
  using database = new Database(path, { readonly: true });
  database.run(`pragma busy_timeout = ${limits.store_deadline_ms}`);
  database.run("vacuum into ?", [target]);
}

/** A file's schema and why this version can't use it, or why the file isn't a complete Fanfare database. */
export type DatabaseCheck =
  | { readonly outcome: "whole"; readonly schema: number; readonly problem: SchemaProblem | undefined }
  | { readonly outcome: "unusable"; readonly reason: string };

/**
 * Reads and checks every page of the file. It's read-only, except that SQLite rolls back an unfinished change of a
 * crashed process first.
 */
export function inspectDatabase(path: string): DatabaseCheck {
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

/** A larger file isn't checked at startup, because a check reads every page: about 1 s for this size. */
const START_CHECK_BYTES_MAX = 256 * 1024 ** 2;
const HEADER_BYTES = 100;

/**
 * Finds damage that a start can detect quickly: another program's file, missing pages, and, in files of up to
 * {@link START_CHECK_BYTES_MAX}, broken ones. `fanfare doctor` checks everything.
 *
 * @returns a sentence, or undefined if nothing was found.
 */
export function findDamage(path: string): string | undefined {
  const truncated = findMissingPages(path);
  if (truncated !== undefined) return truncated;
  try {
    using database = new Database(path, { readwrite: true });
    if (statSync(path).size > START_CHECK_BYTES_MAX) return undefined;
    const [finding] = database.query<{ quick_check: string }, []>("pragma quick_check(1)").all();
    return finding?.quick_check === "ok" ? undefined : `${path} is damaged: ${finding?.quick_check}.`;
  } catch (error) {
    // Another process has the file open. The start or command reports which one.
    if (error instanceof SQLiteError && error.code?.startsWith("SQLITE_BUSY")) return undefined;
    return `Can't read ${path}: ${error instanceof Error ? error.message : error}.`;
  }
}

/** Compares the file's size with its header (SQLite file format, sections 1.3.2 and 1.3.7). */
function findMissingPages(path: string): string | undefined {
  const header = Buffer.alloc(HEADER_BYTES);
  const file = openSync(path, "r");
  try {
    if (readSync(file, header) < HEADER_BYTES || header.toString("latin1", 0, 15) !== "SQLite format 3") {
      return `${path} isn't a database.`;
    }
    const page_bytes = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
    const pages = header.readUInt32BE(28);
    const { size } = fstatSync(file);
    if (size >= pages * page_bytes) return undefined;
    return `${path} is truncated: ${size} of ${pages * page_bytes} bytes.`;
  } finally {
    closeSync(file);
  }
}

function inspect(path: string, mode: { readonly: true } | { readwrite: true }): DatabaseCheck {
  using database = new Database(path, mode);
  const id = database.query<{ application_id: number }, []>("pragma application_id").get();
  if (id?.application_id !== APPLICATION_ID) return unusable(`${path} isn't a Fanfare database.`);
  const rows = database.query<{ integrity_check: string }, []>("pragma integrity_check(1)").all();
  const [finding] = rows;
  if (finding?.integrity_check !== "ok") return unusable(`${path} is damaged: ${finding?.integrity_check}.`);
  const applied = database.query<AppliedMigration, []>("select number, name, min_reader from schema_migrations").all();
  return { outcome: "whole", schema: newestOf(applied), problem: schemaProblem(applied, migrations) };
}

/** A journal must be rolled back, which a read-only connection can't do: SQLITE_READONLY_ROLLBACK. */
function isHalfDone(error: unknown): boolean {
  return error instanceof SQLiteError && error.code?.startsWith("SQLITE_READONLY") === true;
}

function unreadable(path: string, error: unknown): DatabaseCheck {
  return unusable(`Can't read ${path}: ${error instanceof Error ? error.message : error}.`);
}

function unusable(reason: string): DatabaseCheck {
  return { outcome: "unusable", reason };
}

/** Moves the write-ahead log into the file and removes the log. No other process may have the file open. */
export function checkpointLog(path: string): void {
  using database = new Database(path, { readwrite: true });
  database.run("pragma journal_mode = delete");
}
