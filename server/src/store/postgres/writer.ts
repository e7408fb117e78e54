import { systemClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import type { ReservedSQL, SQL } from "bun";
import type { BatchOutcome, GroupExecutor, PlainBatch } from "../commit-group.ts";
import { MAYBE_STORED, type StatementResult, StoreError } from "../store.ts";
import { reserveWithin, runPostgres, withDeadline } from "./connection.ts";
import { isContention, postgresError, sqlState } from "./error.ts";

/** Rolled back because of another server's locks. */
const CONTENDED = "contended";

/**
 * Stores groups on one connection of `pool`, like the worker does for SQLite: one transaction, a savepoint per batch.
 * The statements of a batch are pipelined, so a batch costs one round trip. A connection that fails or times out is
 * closed, and the next group opens a new one.
 */
export function createPostgresExecutor(pool: SQL): GroupExecutor {
  return {
    async execute(group, deadline_ms) {
      let connection: ReservedSQL | undefined;
      try {
        connection = await reserveWithin(pool, deadline_ms);
        const answers = await withDeadline(storeGroup(connection, group, deadline_ms), deadline_ms, systemClock);
        await connection.release();
        return answers;
      } catch (cause) {
        await connection?.close({ timeout: 0 });
        const { message } = postgresError(cause);
        throw new StoreError("unavailable", `${message} ${MAYBE_STORED}`, {
          cause,
        });
      }
    },
    close: () => pool.end(),
  };
}

/**
 * Two servers can deadlock on groups where single batches wouldn't, because a group holds the locks of all its batches.
 * On contention, a group is rolled back and its batches are stored one by one. Single batches are retried.
 */
async function storeGroup(connection: SQL, group: readonly PlainBatch[], deadline_ms: number): Promise<BatchOutcome[]> {
  const alone = group.length === 1;
  const attempts = alone ? 1 + limits.deadlock_retries_max : 1;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const answers = await transact(connection, group, deadline_ms, alone ? 0 : limits.group_lock_wait_ms);
    if (answers !== CONTENDED) return answers;
  }
  const message = "Other servers keep changing the same rows. Nothing was stored. Try again.";
  if (alone) return [{ outcome: "failed", kind: "unavailable", message }];
  const answers: BatchOutcome[] = [];
  for (const batch of group) answers.push(...(await storeGroup(connection, [batch], deadline_ms)));
  return answers;
}

async function transact(
  connection: SQL,
  group: readonly PlainBatch[],
  statement_ms: number,
  lock_ms: number,
): Promise<BatchOutcome[] | typeof CONTENDED> {
  const settings = `set local statement_timeout = ${statement_ms}; set local lock_timeout = ${lock_ms}`;
  await connection.unsafe(`begin; ${settings}`).simple();
  const answers: BatchOutcome[] = [];
  for (const batch of group) {
    const answer = await runBatch(connection, batch);
    if (answer === CONTENDED) {
      await runPostgres(connection, "rollback", []);
      return CONTENDED;
    }
    answers.push(answer);
  }
  const { command } = await runPostgres(connection, "commit", []);
  // PostgreSQL responds to COMMIT of a failed transaction with ROLLBACK, without an error.
  if (command !== "COMMIT") throw new StoreError("unavailable", `The transaction ended with ${command}.`);
  return answers;
}

async function runBatch(connection: SQL, batch: PlainBatch): Promise<BatchOutcome | typeof CONTENDED> {
  const [, ...outcomes] = await Promise.allSettled([
    runPostgres(connection, "savepoint batch", []),
    ...batch.map((statement) => runPostgres(connection, statement.sql, statement.parameters)),
  ]);
  const results: StatementResult[] = [];
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.status === "rejected") return await rollback(connection, outcome.reason);
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

async function rollback(connection: SQL, cause: unknown): Promise<BatchOutcome | typeof CONTENDED> {
  // No SQLSTATE: the connection was lost, and with it the transaction.
  if (sqlState(cause) === undefined) throw cause;
  if (isContention(cause)) return CONTENDED;
  await runPostgres(connection, "rollback to savepoint batch", []);
  const { kind, message } = postgresError(cause);
  return { outcome: "failed", kind, message };
}
