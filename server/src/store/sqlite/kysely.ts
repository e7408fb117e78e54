import type { Database } from "bun:sqlite";
import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { plainStatement } from "../commit-group.ts";
import type { Schema } from "../schema/schema.ts";
import { sqliteError } from "./error.ts";
import type { ReaderPool } from "./reader-pool.ts";

/**
 * Kysely over `bun:sqlite`. Kysely expects better-sqlite3's interface, which takes parameters as one array. Bun takes
 * them as arguments and caches statements prepared by `query`.
 */
export function kyselyOverSqlite(database: Database): Kysely<Schema> {
  const prepare = (text: string) => {
    const statement = withStoreErrors(() => database.query<unknown, never[]>(text));
    // Cast: Kysely's type is `unknown`. SQLite rejects values that it can't bind.
    const spread = (parameters: ReadonlyArray<unknown>) => [...parameters] as never[];
    return {
      reader: statement.reader,
      all: (parameters: ReadonlyArray<unknown>) => withStoreErrors(() => statement.all(...spread(parameters))),
      run: (parameters: ReadonlyArray<unknown>) => withStoreErrors(() => statement.run(...spread(parameters))),
      iterate: (parameters: ReadonlyArray<unknown>) => statement.iterate(...spread(parameters)),
    };
  };
  return new Kysely<Schema>({
    dialect: new SqliteDialect({ database: { prepare, close: () => database.close() } }),
  });
}

/** Kysely over threads. Each statement is a transaction of its own, so the connection has no state. */
export function kyselyOverReaders(readers: ReaderPool): Kysely<Schema> {
  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql, parameters }: Parameters<DatabaseConnection["executeQuery"]>[0]) {
      // Cast: Kysely's type of the statement's columns.
      return { rows: await readers.read(plainStatement({ sql, parameters })) } as QueryResult<Row>;
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
    destroy: () => readers.close(),
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
  throw new Error("Background reads are single statements.");
}

function withStoreErrors<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (cause) {
    throw sqliteError(cause);
  }
}
