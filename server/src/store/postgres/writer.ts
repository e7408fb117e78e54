import { systemClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import type { ReservedSQL, SQL } from "bun";
import type { BatchOutcome, GroupExecutor, PlainBatch } from "../commit-group.ts";
import { MAYBE_STORED, type StatementResult, StoreError } from "../store.ts";
import { reserveWithin, runPostgres, withDeadline } from "./connection.ts";
import { isContention, postgresError, sqlState } from "./error.ts";

/** The transaction met locks of another server, and was undone. */
const CONTENDED = "contended";

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
 * A group holds the locks of all its batches, so two servers can deadlock where single batches would not. A group that waits
 * longer for a lock than groups last is dissolved, and its batches are stored one by one; a single batch that is the victim of
 * a deadlock tries again.
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
  // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error.
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
  // Without a SQLSTATE the connection is gone, and with it the whole transaction.
  if (sqlState(cause) === undefined) throw cause;
  if (isContention(cause)) return CONTENDED;
  await runPostgres(connection, "rollback to savepoint batch", []);
  const { kind, message } = postgresError(cause);
  return { outcome: "failed", kind, message };
}
