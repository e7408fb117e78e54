import { Database, SQLiteError } from "bun:sqlite";
import { readFileSync, rmSync, writeFileSync } from "node:fs";

/** Held by the process that has the database open. */
export interface FileLock {
  release(): void;
}

/**
 * Takes the one lock of a SQLite database for this process, or refuses with a sentence. The lock is the kernel's, on
 * `<path>.lock` through SQLite's own locking, so it ends with the process, however that ends; `<path>.pid` only tells
 * people which process it was.
 */
export function acquireFileLock(path: string): FileLock {
  const lock = new Database(`${path}.lock`, { create: true, readwrite: true });
  try {
    lock.run("pragma busy_timeout = 0");
    // Nothing is ever written here, so there is nothing to roll back.
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
    // The owner is between taking the lock and writing its number; the refusal stands without it.
    return "unknown";
  }
}
