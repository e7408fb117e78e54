import type { Database } from "bun:sqlite";
import type { BatchOutcome, PlainBatch, PlainStatement } from "../commit-group.ts";
import type { StatementResult, WriteResult } from "../store.ts";
import { sqliteError } from "./error.ts";

/**
 * Stores a group in one transaction and returns the outcomes after COMMIT. A batch that is unmet or fails is rolled
 * back to its savepoint, without affecting the others. Throws a StoreError on disk failure: nothing of the group was
 * stored. Close the connection then, because its cache may differ from the file.
 */
export function runGroup(database: Database, group: readonly PlainBatch[]): readonly BatchOutcome[] {
  try {
    database.query("begin immediate").run();
    const answers = group.map((batch) => runBatch(database, batch));
    database.query("commit").run();
    return answers;
  } catch (cause) {
    throw sqliteError(cause);
  }
}

function runBatch(database: Database, batch: PlainBatch): BatchOutcome {
  database.query("savepoint batch").run();
  const answer = attempt(database, batch);
  if (answer.outcome !== "committed") database.query("rollback to batch").run();
  database.query("release batch").run();
  return answer;
}

function attempt(database: Database, batch: PlainBatch): BatchOutcome {
  try {
    return runStatements(database, batch);
  } catch (cause) {
    const { kind, message } = sqliteError(cause);
    if (kind === "unavailable" || !database.inTransaction) throw cause;
    return { outcome: "failed", kind, message };
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
