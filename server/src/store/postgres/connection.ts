import { hostname } from "node:os";
import { type Clock, systemClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { type ReservedSQL, SQL } from "bun";
import { Kysely, PostgresDialect, type PostgresPoolClient, type PostgresQueryResult } from "kysely";
import type { Schema } from "../schema/schema.ts";
import { StoreError } from "../store.ts";
import { postgresError } from "./error.ts";

/** Rejects with a {@link StoreError} if `work` takes longer than `deadline_ms`. The work itself isn't stopped. */
export async function withDeadline<Value>(work: Promise<Value>, deadline_ms: number, clock: Clock): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const cancel = clock.after(deadline_ms, () =>
    reject(new StoreError("unavailable", `The database didn't respond within ${deadline_ms} ms.`)),
  );
  try {
    return await Promise.race([work, promise]);
  } finally {
    cancel();
  }
}

export interface PostgresRows {
  /** Rows written, or rows returned by a statement that writes none. */
  readonly affected: number;
  /** The server's command tag: "INSERT", "COMMIT", … */
  readonly command: string;
  readonly rows: Record<string, unknown>[];
}

/** Type OIDs that Bun returns as text, because they can exceed a JavaScript number: int8 and numeric. */
const TEXT_NUMBERS: ReadonlySet<number> = new Set([20, 1700]);

/**
 * Runs one statement. Returns `count(*)`, sums, and `bigint` columns as numbers, because Fanfare stores no integer
 * above 2^53. The column types in the response show which texts are numbers.
 */
export async function runPostgres(sql: SQL, text: string, parameters: readonly unknown[]): Promise<PostgresRows> {
  const result: Record<string, unknown>[] & SQL.ResultMetadata = await sql.unsafe(text, [...parameters]);
  const numeric = (result.columns ?? []).filter((column) => TEXT_NUMBERS.has(column.type)).map((column) => column.name);
  const rows = [...result];
  for (const row of rows) {
    for (const name of numeric) if (typeof row[name] === "string") row[name] = Number(row[name]);
  }
  return { affected: Math.max(result.affectedRows, rows.length), command: result.command ?? "", rows };
}

/** Identifies this process in `pg_stat_activity`. PostgreSQL keeps 63 bytes. */
const APPLICATION_NAME = `fanfare ${process.pid} on ${hostname()}`;

/**
 * Creates a pool of at most `max` connections. `parameters` are PostgreSQL settings, applied when a connection opens.
 */
export function postgresPool(url: string, max: number, parameters: Readonly<Record<string, string | number>>): SQL {
  const database = decodeURIComponent(new URL(url).pathname.slice(1));
  return new SQL(url, {
    max,
    connectionTimeout: limits.postgres_connect_s_max,
    connection: { application_name: APPLICATION_NAME, client_encoding: "UTF8", ...parameters },
    // Otherwise PGDATABASE in the environment overrides the URL.
    ...(database === "" ? {} : { database }),
  });
}

/**
 * Reserves a connection of the pool, or rejects with a {@link StoreError} after `deadline_ms`. A connection that
 * arrives later is returned to the pool so that it doesn't leak.
 */
export async function reserveWithin(pool: SQL, deadline_ms: number): Promise<ReservedSQL> {
  const reserving = pool.reserve();
  try {
    return await withDeadline(reserving, deadline_ms, systemClock);
  } catch (cause) {
    void reserving.then(
      (late) => late.release(),
      // Nothing to release, and the caller already has the error.
      () => {},
    );
    throw cause;
  }
}

/** Kysely over Bun.SQL. Kysely expects `pg`'s pool interface, so this adapts a reserved connection to a `pg` client. */
export function kyselyOverPostgres(pool: SQL): Kysely<Schema> {
  const connect = async (): Promise<PostgresPoolClient> => {
    const connection = await reserveWithin(pool, limits.store_deadline_ms).catch((cause: unknown) => {
      throw postgresError(cause);
    });
    let broken = false;
    async function query<Row>(text: string, parameters?: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
      try {
        const { affected, command, rows } = await withStoreErrors(runPostgres(connection, text, parameters ?? []));
        // Cast: Kysely's type lists only the commands that count rows. It ignores others at runtime.
        return { command: command as "SELECT", rowCount: affected, rows: rows as Row[] };
      } catch (cause) {
        broken = true;
        throw cause;
      }
    }
    const release = () => void (broken ? connection.close({ timeout: 0 }) : connection.release());
    // Cast: the other overload of `query` takes a cursor, which this dialect doesn't support.
    return { query: query as PostgresPoolClient["query"], release };
  };
  return new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: { connect, end: () => pool.end() } }),
  });
}

/** Bun has no timeout for a server that stops responding. */
async function withStoreErrors<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await withDeadline(work, limits.store_deadline_ms, systemClock);
  } catch (cause) {
    throw postgresError(cause);
  }
}
