import { systemClock } from "@fanfare/contract/clock";
import { limits } from "@fanfare/contract/limits";
import type { ReservedSQL, SQL } from "bun";
import { withDeadline } from "./deadline.ts";
import type { Answer, GroupExecutor, PlainBatch } from "./group.ts";
import { runPostgres } from "./postgres.ts";
import { DEADLOCK, postgresError, sqlState } from "./postgres-error.ts";
import { type StatementResult, StoreError } from "./store.ts";

/**
 * Stores groups on one connection of `pool`, as the Worker does for SQLite: one transaction, a savepoint for each batch. The
 * statements of a batch travel together, so a batch costs one round trip. A connection that failed or did not answer in time
 * is closed, and the next group opens another.
 */
export function createPostgresExecutor(pool: SQL): GroupExecutor {
  return {
    async execute(group, deadline_ms) {
      let connection: ReservedSQL | undefined;
      try {
        connection = await withDeadline(pool.reserve(), deadline_ms, systemClock);
        const answers = await withDeadline(runGroup(connection, group, deadline_ms), deadline_ms, systemClock);
        await connection.release();
        return answers;
      } catch (cause) {
        await connection?.close({ timeout: 0 });
        const { message } = postgresError(cause);
        throw new StoreError("unavailable", `${message} The write may have been stored; repeat it with the same ids.`, {
          cause,
        });
      }
    },
    close: () => pool.end(),
  };
}

async function runGroup(connection: SQL, group: readonly PlainBatch[], deadline_ms: number): Promise<Answer[]> {
  await connection.unsafe(`begin; set local statement_timeout = ${deadline_ms}`).simple();
  const answers: Answer[] = [];
  for (const batch of group) answers.push(await runBatch(connection, batch, limits.deadlock_retries_max));
  const { command } = await runPostgres(connection, "commit", []);
  // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error.
  if (command !== "COMMIT") throw new StoreError("unavailable", `The transaction ended with ${command}.`);
  return answers;
}

async function runBatch(connection: SQL, batch: PlainBatch, retries: number): Promise<Answer> {
  const [, ...outcomes] = await Promise.allSettled([
    runPostgres(connection, "savepoint batch", []),
    ...batch.map((statement) => runPostgres(connection, statement.sql, statement.parameters)),
  ]);
  const results: StatementResult[] = [];
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.status === "rejected") return await undo(connection, batch, retries, outcome.reason);
    const { affected, rows } = outcome.value;
    const expect = batch[index]?.expect;
    if (expect !== undefined && affected !== expect) {
      await runPostgres(connection, "rollback to savepoint batch", []);
      return { outcome: "unmet", index, affected };
    }
    results.push({ affected, rows });
  }
  return { outcome: "committed", results };
}

async function undo(connection: SQL, batch: PlainBatch, retries: number, cause: unknown): Promise<Answer> {
  // Without a SQLSTATE the connection is gone, and with it the whole transaction.
  if (sqlState(cause) === undefined) throw cause;
  await runPostgres(connection, "rollback to savepoint batch", []);
  if (sqlState(cause) === DEADLOCK && retries > 0) return await runBatch(connection, batch, retries - 1);
  const { kind, message } = postgresError(cause);
  return { outcome: "failed", kind, message };
}
