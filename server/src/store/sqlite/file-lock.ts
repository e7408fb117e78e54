import { Database, SQLiteError } from "bun:sqlite";
import { readFileSync, rmSync, writeFileSync } from "node:fs";

export interface FileLock {
  release(): void;
}

/**
 * Acquires the exclusive lock of a SQLite database, or throws a readable message. It's a kernel lock on `<path>.lock`
 * through SQLite's locking, so it always ends with the process. `<path>.pid` is informational: it shows which process
 * holds the lock.
 */
export function acquireFileLock(path: string): FileLock {
  const lock = new Database(`${path}.lock`, { create: true, readwrite: true });
  try {
    lock.run("pragma busy_timeout = 0");
    // Nothing is ever written, so there's nothing to roll back.
    lock.run("pragma journal_mode = memory");
    lock.run("begin exclusive");
  } catch (cause) {
    lock.close();
    if (cause instanceof SQLiteError && cause.code?.startsWith("SQLITE_BUSY")) throw inUse(path);
    throw cause;
  }
  writeFileSync(`${path}.pid`, `${process.pid}\n`);
  return {
    release() {
      rmSync(`${path}.pid`, { force: true });
      lock.close();
    },
  };
}

function inUse(path: string): Error {
  return new Error(
    `${path} is in use by another Fanfare server (process ${ownerOf(path)}). One process at a time may open a SQLite ` +
      "database: stop the other one, or give this one its own data directory, or move both to PostgreSQL.",
  );
}

function ownerOf(path: string): string {
  try {
    return readFileSync(`${path}.pid`, "utf8").trim() || "unknown";
  } catch {
    // The owner holds the lock but hasn't written its process ID yet.
    return "unknown";
  }
}
