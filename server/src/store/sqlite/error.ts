import { SQLiteError } from "bun:sqlite";
import { StoreError, type StoreErrorKind } from "../store.ts";

/** Errors of the disk, file, or lock rather than of the statement. */
const UNAVAILABLE = /^SQLITE_(IOERR|READONLY|BUSY|LOCKED|CANTOPEN|CORRUPT|NOTADB|NOMEM|PROTOCOL|PERM|INTERRUPT)/;

export function sqliteError(cause: unknown): StoreError {
  if (cause instanceof StoreError) return cause;
  if (!(cause instanceof SQLiteError)) return new StoreError("invalid", String(cause), { cause });
  return new StoreError(kindOf(cause.code ?? ""), `${cause.message} (${cause.code ?? cause.errno})`, { cause });
}

function kindOf(code: string): StoreErrorKind {
  switch (code) {
    case "SQLITE_CONSTRAINT_UNIQUE":
    case "SQLITE_CONSTRAINT_PRIMARYKEY":
    case "SQLITE_CONSTRAINT_ROWID":
      return "unique";
    case "SQLITE_CONSTRAINT_FOREIGNKEY":
      return "foreign_key";
    case "SQLITE_FULL":
      return "disk_full";
    default:
      return UNAVAILABLE.test(code) ? "unavailable" : "invalid";
  }
}
