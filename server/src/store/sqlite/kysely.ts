import type { Database } from "bun:sqlite";
import { Kysely, SqliteDialect } from "kysely";
import type { Schema } from "../schema/schema.ts";
import { sqliteError } from "./error.ts";

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

function withStoreErrors<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (cause) {
    throw sqliteError(cause);
  }
}
