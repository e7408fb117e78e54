import { systemClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { createGroupWriter } from "../group-commit.ts";
import { migrate } from "../migrate.ts";
import { migrations } from "../migrations/migrations.ts";
import type { Store, StoreDeps } from "../store.ts";
import { kyselyOverPostgres, postgresPool } from "./connection.ts";
import { createPostgresExecutor } from "./writer.ts";

/** PostgreSQL ends the session of a machine that disappeared after 5 s idle and two probes, so within 15 s. */
const KEEPALIVE = { tcp_keepalives_idle: 5, tcp_keepalives_interval: 5, tcp_keepalives_count: 2 };

/** Store on a PostgreSQL server: a read-only pool, and one connection that writes in order. */
export async function openPostgres(url: string, deps: StoreDeps): Promise<Store> {
  const reading = postgresPool(url, limits.postgres_readers_max, {
    default_transaction_read_only: "on",
    statement_timeout: limits.store_deadline_ms,
  });
  // A disconnected server must not keep its locks.
  const writing = postgresPool(url, 1, { idle_in_transaction_session_timeout: limits.store_deadline_ms, ...KEEPALIVE });
  const executor = createPostgresExecutor(writing, deps.lock);
  const writer = createGroupWriter(executor, systemClock);
  const closeAll = async (): Promise<void> => {
    await writer.close();
    await executor.close();
    await reading.end();
  };
  let closed: Promise<void> | undefined;
  const db = kyselyOverPostgres(reading);
  const store: Store = {
    dialect: "postgres",
    db,
    background_db: db,
    write: (batch) => writer.write(batch),
    close() {
      closed ??= closeAll();
      return closed;
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
