import type { Database } from "bun:sqlite";
import { Kysely, SqliteDialect } from "kysely";
import type { Schema } from "../schema/schema.ts";
import { sqliteError } from "./error.ts";

/**
 * Kysely over `bun:sqlite`. Kysely knows the shape of better-sqlite3, which takes the parameters as one array; Bun takes
 * them one by one, and keeps what `query` prepared.
 */
export function kyselyOverSqlite(database: Database): Kysely<Schema> {
  const prepare = (text: string) => {
    const statement = withStoreErrors(() => database.query<unknown, never[]>(text));
    // Kysely says `unknown`; what SQLite cannot bind it refuses by itself.
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

/** What SQLite refuses, as a StoreError. */
function withStoreErrors<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (cause) {
    throw sqliteError(cause);
  }
}
