import { systemClock } from "@fanfare/contract/clock";
import { limits } from "@fanfare/contract/limits";
import { createGroupWriter } from "./group-writer.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations/migrations.ts";
import { kyselyOverPostgres, postgresPool } from "./postgres.ts";
import { createPostgresExecutor } from "./postgres-writer.ts";
import type { Store, StoreDeps } from "./store.ts";

/** A store on a PostgreSQL server: a pool that may only read, and one connection that writes, in order. */
export async function openPostgres(url: string, deps: StoreDeps): Promise<Store> {
  const db = kyselyOverPostgres(
    postgresPool(url, limits.postgres_readers_max, {
      default_transaction_read_only: "on",
      statement_timeout: limits.store_deadline_ms,
    }),
  );
  // A server that is cut off from this one must not keep its locks.
  const writing = postgresPool(url, 1, { idle_in_transaction_session_timeout: limits.store_deadline_ms });
  const writer = createGroupWriter(createPostgresExecutor(writing), systemClock);
  const store: Store = {
    dialect: "postgres",
    db,
    write: (batch) => writer.write(batch),
    async close() {
      await writer.close();
      await db.destroy();
    },
  };
  try {
    await migrate(store, writer, migrations, deps);
    return store;
  } catch (cause) {
    await store.close();
    throw cause;
  }
}
