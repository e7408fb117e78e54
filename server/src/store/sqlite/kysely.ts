import type { Database } from "bun:sqlite";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { plainStatement } from "../commit-group.ts";
import type { Schema } from "../schema/schema.ts";
import { sqliteError } from "./error.ts";
import type { ReaderPool } from "./reader-pool.ts";

type Rows = readonly Readonly<Record<string, unknown>>[];

/**
 * Reads the rows of one statement, here or in another thread.
 *
 * @throws StoreError
 */
export type ReadRows = (query: Pick<CompiledQuery, "sql" | "parameters">) => Rows | Promise<Rows>;

/** Reads with a connection of this thread, and blocks it meanwhile. */
export function readWith(database: Database): ReadRows {
  return ({ sql, parameters }) => {
    try {
      // Cast: Kysely's type is `unknown`. SQLite rejects values that it can't bind.
      return database.query<Record<string, unknown>, never[]>(sql).all(...(parameters as never[]));
    } catch (cause) {
      throw sqliteError(cause);
    }
  };
}

export function readWithThreads(readers: ReaderPool): ReadRows {
  return (query) => readers.read(plainStatement(query));
}

/**
 * Kysely over a function that reads. Each statement is a transaction of its own, so the connection has no state.
 * Kysely's dialect for SQLite would read statements one after the other.
 */
export function kyselyOver(read: ReadRows, close: () => void | Promise<void>): Kysely<Schema> {
  const connection: DatabaseConnection = {
    async executeQuery<Row>(query: CompiledQuery) {
      // Cast: Kysely's type of the statement's columns.
      return { rows: await read(query) } as QueryResult<Row>;
    },
    streamQuery: unsupported,
  };
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: unsupported,
    commitTransaction: unsupported,
    rollbackTransaction: unsupported,
    destroy: async () => close(),
  };
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

function unsupported(): never {
  throw new Error("Reads are single statements.");
}
