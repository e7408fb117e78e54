import { type Database, SQLiteError } from "bun:sqlite";
import type { Answer, PlainBatch, PlainStatement } from "./group.ts";
import { type StatementResult, StoreError, type StoreErrorKind, type WriteResult } from "./store.ts";

/**
 * Stores a group in one transaction and answers after COMMIT. A batch that is unmet or fails goes back to its savepoint
 * and leaves the others alone. Throws a {@link StoreError} when the disk failed: then nothing of the group was stored, and
 * the connection must be closed, because what its cache holds is not known to be what the file holds.
 */
export function runGroup(database: Database, group: readonly PlainBatch[]): readonly Answer[] {
  try {
    database.query("begin immediate").run();
    const answers = group.map((batch) => runBatch(database, batch));
    database.query("commit").run();
    return answers;
  } catch (cause) {
    const { kind, message } = describeSqliteError(cause);
    throw new StoreError(kind === "unavailable" ? kind : "invalid", message, { cause });
  }
}

function runBatch(database: Database, batch: PlainBatch): Answer {
  database.query("savepoint batch").run();
  const answer = attempt(database, batch);
  if (answer.outcome !== "committed") database.query("rollback to batch").run();
  database.query("release batch").run();
  return answer;
}

function attempt(database: Database, batch: PlainBatch): Answer {
  try {
    return runStatements(database, batch);
  } catch (cause) {
    const described = describeSqliteError(cause);
    if (described.kind === "unavailable" || !database.inTransaction) throw cause;
    return { outcome: "failed", ...described };
  }
}

function runStatements(database: Database, batch: PlainBatch): WriteResult {
  const results: StatementResult[] = [];
  for (const [index, statement] of batch.entries()) {
    const result = runStatement(database, statement);
    if (statement.expect !== undefined && result.affected !== statement.expect) {
      return { outcome: "unmet", index, affected: result.affected };
    }
    results.push(result);
  }
  return { outcome: "committed", results };
}

function runStatement(database: Database, { sql, parameters }: PlainStatement): StatementResult {
  const statement = database.query<Record<string, unknown>, (string | number | null)[]>(sql);
  if (!statement.reader) return { affected: statement.run(...parameters).changes, rows: [] };
  const rows = statement.all(...parameters);
  return { affected: rows.length, rows };
}

/** Codes of the disk, the file and the lock: nothing is wrong with the statement. Primary code, before its details. */
const UNAVAILABLE = /^SQLITE_(IOERR|FULL|READONLY|BUSY|LOCKED|CANTOPEN|CORRUPT|NOTADB|NOMEM|PROTOCOL|PERM|INTERRUPT)/;

/** What an error of SQLite means to the caller of the store. */
export function describeSqliteError(cause: unknown): { readonly kind: StoreErrorKind; readonly message: string } {
  if (!(cause instanceof SQLiteError)) return { kind: "invalid", message: String(cause) };
  return { kind: kindOf(cause.code ?? ""), message: `${cause.message} (${cause.code ?? cause.errno})` };
}

function kindOf(code: string): StoreErrorKind {
  switch (code) {
    case "SQLITE_CONSTRAINT_UNIQUE":
    case "SQLITE_CONSTRAINT_PRIMARYKEY":
    case "SQLITE_CONSTRAINT_ROWID":
      return "unique";
    case "SQLITE_CONSTRAINT_FOREIGNKEY":
      return "foreign_key";
    default:
      return UNAVAILABLE.test(code) ? "unavailable" : "invalid";
  }
}
