import { systemClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import type { SQL } from "bun";
import { schemaStatements } from "./migrate.ts";
import { migrations } from "./migrations/migrations.ts";
import { postgresPool, runPostgres, withDeadline } from "./postgres/connection.ts";
import { postgresError } from "./postgres/error.ts";

/** A problem that the operator can fix. Nothing in the source was changed. */
export class MoveError extends Error {
  override readonly name = "MoveError";
}

export function runInTarget(sql: SQL, text: string, parameters: readonly unknown[] = []) {
  return withDeadline(runPostgres(sql, text, parameters), limits.migration_deadline_ms, systemClock);
}

/**
 * Checks a database before anything is written to it.
 *
 * @throws MoveError if it has a table that isn't from a move of this installation.
 */
export async function assertMoveTarget(url: string, installation_id: string): Promise<void> {
  const pool = postgresPool(url, 1, {});
  try {
    const own = await fanfareTables(pool);
    const foreign = (await runInTarget(pool, TABLES)).rows
      .map(({ name }) => String(name))
      .find((name) => !own.has(name));
    if (foreign !== undefined)
      throw new MoveError(
        `The PostgreSQL database contains data that isn't Fanfare's, such as the table ${foreign}. Create an empty database, then run the move again.`,
      );
    if (own.size > 0) await isMoveUnderWay(pool, installation_id);
  } catch (cause) {
    throw cause instanceof MoveError ? cause : postgresError(cause);
  } finally {
    await pool.end();
  }
}

/**
 * Whether an interrupted move of this installation can continue. False: the database is empty.
 *
 * @throws MoveError if it contains another installation, or this one completely.
 */
export async function isMoveUnderWay(target: SQL, installation_id: string): Promise<boolean> {
  const [move] = (await runInTarget(target, "select installation_id, finished_at from moves")).rows;
  if (move?.["installation_id"] === installation_id && move["finished_at"] === null) return true;
  const [workspace] = (await runInTarget(target, "select installation_id from workspace")).rows;
  if (move === undefined && workspace === undefined) return false;
  throw new MoveError(
    workspace?.["installation_id"] === installation_id
      ? "The PostgreSQL database already contains this installation. Set FANFARE_DATABASE_URL to use it."
      : "The PostgreSQL database contains another installation. Create an empty database, then run the move again.",
  );
}

/** Tables of all schemas, without those of PostgreSQL and its extensions. */
const TABLES = `
  select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'f', 'm') and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by 1`;

/** Fanfare's tables, if its migrations created the schema. */
async function fanfareTables(pool: SQL): Promise<ReadonlySet<string>> {
  const columns = `select count(*) as columns from information_schema.columns where table_schema = current_schema()
    and table_name = 'schema_migrations' and column_name in ('number', 'name', 'min_reader', 'applied_at')`;
  if ((await runInTarget(pool, columns)).rows[0]?.["columns"] !== 4) return new Set();
  const applied = (await runInTarget(pool, "select number, name from schema_migrations")).rows;
  const is_own = migrations.some(({ number, name }) =>
    applied.some((row) => row["number"] === number && row["name"] === name),
  );
  return is_own ? FANFARE_TABLES : new Set();
}

const FANFARE_TABLES: ReadonlySet<string> = new Set(
  schemaStatements("postgres", migrations).flatMap((statement) =>
    [...statement.matchAll(/^create table (?:if not exists )?(\w+)/gm)].map(([, name]) => name ?? ""),
  ),
);
