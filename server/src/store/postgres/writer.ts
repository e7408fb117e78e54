import { systemClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import type { ReservedSQL, SQL } from "bun";
import type { BatchOutcome, GroupExecutor, PlainBatch } from "../commit-group.ts";
import { MAYBE_STORED, NOT_STORED, type StatementResult, StoreError, type StoreLock } from "../store.ts";
import { reserveWithin, runPostgres, withDeadline } from "./connection.ts";
import { isContention, postgresError, sqlState } from "./error.ts";

/** Rolled back because of another server's locks. */
const CONTENDED = "contended";

/** Arbitrary pair, unique to Fanfare: held by the writing connection of the one process that may write. */
export const EXCLUSIVE_LOCK = "462174823, 1";

/** What is acknowledged survives a crash, even in a database whose default gives that up for speed. */
const DURABLE = `select set_config('synchronous_commit', 'on', true) where current_setting('synchronous_commit') = 'off'`;

/**
 * Stores groups on one connection of `pool`, like the worker does for SQLite: one transaction, a savepoint per batch.
 * The statements of a batch are pipelined, so a batch costs one round trip. A connection that fails or times out is
 * closed, and the next group opens a new one. With `lock`, each connection first acquires the lock of the processes that
 * may write. PostgreSQL releases the lock when it ends the session.
 */
export function createPostgresExecutor(pool: SQL, lock?: StoreLock): GroupExecutor {
  return {
    async execute(group, deadline_ms) {
      let connection: ReservedSQL | undefined;
      try {
        connection = await reserveWithin(pool, deadline_ms);
        const answers = await withDeadline(storeGroup(connection, group, deadline_ms, lock), deadline_ms, systemClock);
        await connection.release();
        return answers;
      } catch (cause) {
        await connection?.close({ timeout: 0 });
        const { kind, message } = postgresError(cause);
        if (kind === "in_use") throw cause;
        const outcome = connection === undefined ? NOT_STORED : MAYBE_STORED;
        throw new StoreError(kind === "disk_full" ? kind : "unavailable", `${message} ${outcome}`, { cause });
      }
    },
    close: () => pool.end(),
  };
}

/**
 * Two servers can deadlock on groups where single batches wouldn't, because a group holds the locks of all its batches.
 * On contention, a group is rolled back and its batches are stored one by one. Single batches are retried.
 */
async function storeGroup(
  connection: SQL,
  group: readonly PlainBatch[],
  deadline_ms: number,
  lock: StoreLock | undefined,
): Promise<BatchOutcome[]> {
  const alone = group.length === 1;
  const attempts = alone ? 1 + limits.deadlock_retries_max : 1;
  const lock_ms = alone ? 0 : limits.group_lock_wait_ms;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const timeouts = `set local statement_timeout = ${deadline_ms}; set local lock_timeout = ${lock_ms}`;
    await begin(connection, `${timeouts}; ${DURABLE}`, lock);
    const answers = await transact(connection, group);
    if (answers !== CONTENDED) return answers;
  }
  const message = "Other servers keep changing the same rows. Nothing was stored. Try again.";
  if (alone) return [{ outcome: "failed", kind: "unavailable", message }];
  const answers: BatchOutcome[] = [];
  for (const batch of group) answers.push(...(await storeGroup(connection, [batch], deadline_ms, lock)));
  return answers;
}

/** Starts a transaction. Acquiring the lock again costs no round trip, and shows that this connection still has it. */
async function begin(connection: SQL, settings: string, lock: StoreLock | undefined): Promise<void> {
  if (lock === undefined) return void (await connection.unsafe(`begin; ${settings}`).simple());
  const acquire = `select pg_try_advisory_lock${lock === "shared" ? "_shared" : ""}(${EXCLUSIVE_LOCK}) as acquired`;
  const results: readonly (readonly { acquired?: boolean }[])[] = await connection
    .unsafe(`begin; ${settings}; ${acquire}`)
    .simple();
  if (results.at(-1)?.[0]?.acquired === true) return;
  const [holder] = (await runPostgres(connection, HOLDER, [])).rows;
  throw new StoreError("in_use", inUseMessage(holder?.["application_name"], holder?.["mode"], lock));
}

const HOLDER = `select a.application_name, l.mode from pg_locks l join pg_stat_activity a using (pid)
  where l.locktype = 'advisory' and l.granted and (l.classid, l.objid) = (${EXCLUSIVE_LOCK})
  and l.database = (select oid from pg_database where datname = current_database())`;

/** `mode`: of the other process' lock, as in pg_locks. Servers with Redis share it. */
function inUseMessage(name: unknown, mode: unknown, lock: StoreLock): string {
  const holder = `Another Fanfare process (${String(name ?? "unknown")})`;
  if (mode === "ShareLock")
    return `${holder} uses this PostgreSQL database together with Redis. Set the same FANFARE_REDIS_URL here.`;
  return lock === "shared"
    ? `${holder} uses this PostgreSQL database without Redis. Stop it, set FANFARE_REDIS_URL there, and start it again.`
    : `${holder} uses this PostgreSQL database. Without Redis, one server at a time may use it. Stop the other server, or run the command on its machine.`;
}

async function transact(connection: SQL, group: readonly PlainBatch[]): Promise<BatchOutcome[] | typeof CONTENDED> {
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
