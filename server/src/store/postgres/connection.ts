import { type Clock, systemClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { type ReservedSQL, SQL } from "bun";
import { Kysely, PostgresDialect, type PostgresPoolClient, type PostgresQueryResult } from "kysely";
import type { Schema } from "../schema/schema.ts";
import { StoreError } from "../store.ts";
import { postgresError } from "./error.ts";

/** What `work` gives, or a {@link StoreError} when it takes longer than `deadline_ms`. The work itself is not stopped. */
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

/** What one statement on PostgreSQL gave. */
export interface PostgresRows {
  /** Rows written, or rows returned by a statement that writes none. */
  readonly affected: number;
  /** The server's command tag: "INSERT", "COMMIT", … */
  readonly command: string;
  readonly rows: Record<string, unknown>[];
}

/** Object ids of the types that Bun gives as text because they can exceed a JavaScript number: int8 and numeric. */
const TEXT_NUMBERS: ReadonlySet<number> = new Set([20, 1700]);

/**
 * Runs one statement. `count(*)`, sums and every `bigint` column come as numbers: Fanfare stores no integer beyond 2^53, and
 * the column types in the answer say which texts are numbers, so that no caller has to know.
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

/** A pool of at most `max` connections. `parameters` are PostgreSQL's own, set when a connection opens. */
export function postgresPool(url: string, max: number, parameters: Readonly<Record<string, string | number>>): SQL {
  const database = decodeURIComponent(new URL(url).pathname.slice(1));
  return new SQL(url, {
    max,
    connectionTimeout: limits.postgres_connect_s_max,
    connection: { application_name: "fanfare", client_encoding: "UTF8", ...parameters },
    // Without this, a PGDATABASE in the environment would win over the URL.
    ...(database === "" ? {} : { database }),
  });
}

/**
 * A connection of the pool for one caller, or a {@link StoreError} after `deadline_ms`. One that is free only then goes back
 * to the pool: a caller that gave up would hold it for ever.
 */
export async function reserveWithin(pool: SQL, deadline_ms: number): Promise<ReservedSQL> {
  const reserving = pool.reserve();
  try {
    return await withDeadline(reserving, deadline_ms, systemClock);
  } catch (cause) {
    void reserving.then(
      (late) => late.release(),
      // It never came: there is nothing to give back, and the caller knows already.
      () => {},
    );
    throw cause;
  }
}

/** Kysely over Bun.SQL: Kysely knows the shape of `pg`'s pool, and a reserved connection of Bun is one of its clients. */
export function kyselyOverPostgres(pool: SQL): Kysely<Schema> {
  const connect = async (): Promise<PostgresPoolClient> => {
    const connection = await reserveWithin(pool, limits.store_deadline_ms).catch((cause: unknown) => {
      throw postgresError(cause);
    });
    let broken = false;
    async function query<Row>(text: string, parameters?: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
      try {
        const { affected, command, rows } = await withStoreErrors(runPostgres(connection, text, parameters ?? []));
        // Kysely's types name the commands that count rows; it compares the text and passes over the others.
        return { command: command as "SELECT", rowCount: affected, rows: rows as Row[] };
      } catch (cause) {
        broken = true;
        throw cause;
      }
    }
    const release = () => void (broken ? connection.close({ timeout: 0 }) : connection.release());
    // The other form of `query` takes a cursor, which this dialect does not offer.
    return { query: query as PostgresPoolClient["query"], release };
  };
  return new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: { connect, end: () => pool.end() } }),
  });
}

/** Bun sets no limit to how long a frozen server may take. */
async function withStoreErrors<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await withDeadline(work, limits.store_deadline_ms, systemClock);
  } catch (cause) {
    throw postgresError(cause);
  }
}
