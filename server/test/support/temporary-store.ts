import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@fanfare/contract/lib/clock";
import { SQL } from "bun";
import { sql } from "kysely";
import { silentLog } from "../../src/lib/log.ts";
import { openStore } from "../../src/store/database.ts";
import { type Store, StoreError } from "../../src/store/store.ts";

/** Store of one test. Disposing closes and deletes it. `url` opens the same data again after `store.close()`. */
export interface TemporaryStore {
  readonly store: Store;
  readonly url: string;
  [Symbol.asyncDispose](): Promise<void>;
}

export type OpenStore = () => Promise<TemporaryStore>;

/** A migrated database, created once because every test starts with it. */
let migrated_file: Promise<Uint8Array> | undefined;
let migrated_database: Promise<string> | undefined;

/**
 * Migrated SQLite store in its own directory.
 *
 * @example
 * await using temporary = await temporaryStore();
 * await temporary.store.write([...]);
 */
export async function temporaryStore(): Promise<TemporaryStore & { readonly path: string }> {
  migrated_file ??= migrateFile();
  const bytes = await migrated_file;
  const directory = mkdtempSync(join(tmpdir(), "fanfare-store-"));
  const path = join(directory, "fanfare.db");
  writeFileSync(path, bytes);
  const url = `sqlite:${path}`;
  const store = settlingOutsideMessages(await openStore(url, { clock: systemClock, log: silentLog }));
  await Bun.sleep(0);
  return {
    store,
    url,
    path,
    async [Symbol.asyncDispose]() {
      await store.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Migrated store in a new database on the PostgreSQL server at TEST_POSTGRES_URL. Rejects if that isn't set. */
export async function temporaryPostgresStore(): Promise<TemporaryStore> {
  const server = process.env["TEST_POSTGRES_URL"];
  if (server === undefined || server === "") {
    throw new Error(
      "TEST_POSTGRES_URL is not set: this test needs PostgreSQL. Run it with `npm test`, which starts one.",
    );
  }
  migrated_database ??= migrateDatabase(server);
  const name = databaseName();
  await runAdminStatement(server, `create database ${name} template ${await migrated_database}`);
  const url = urlOf(server, name);
  const store = await openStore(url, { clock: systemClock, log: silentLog });
  return {
    store,
    url,
    async [Symbol.asyncDispose]() {
      await store.close();
      await runAdminStatement(server, `drop database ${name} with (force)`);
    },
  };
}

/** Idle databases of finished tests, with their connections: see {@link emptyPostgresStore}. */
const emptied: { readonly url: string; readonly store: Store; readonly sql: SQL }[] = [];

/** Foreign keys are off, because every row is deleted. Migrations insert no rows except their records. */
const EMPTY = `do $$ declare one record; begin
  perform set_config('session_replication_role', 'replica', true);
  for one in select tablename from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations' loop
    execute format('delete from %I', one.tablename);
  end loop;
end $$`;

/**
 * Like {@link temporaryPostgresStore}, for tests that only use rows. The database and its connections are emptied and
 * reused: creating them takes PostgreSQL about 0.5 s of CPU time.
 */
export async function emptyPostgresStore(): Promise<TemporaryStore> {
  const store = emptied.pop() ?? (await sharedPostgresStore());
  let over = false;
  const close = async (): Promise<void> => {
    over = true;
  };
  return {
    url: store.url,
    store: {
      ...store.store,
      // Unfinished writes of a test must not reach the next one.
      async write(batch) {
        if (over) throw new StoreError("unavailable", "The test that this store was for is over.");
        return await store.store.write(batch);
      },
      close,
    },
    async [Symbol.asyncDispose]() {
      await close();
      // Writes are ordered, so this waits for all that the test didn't await.
      await store.store.write([{ query: sql`select 1`.compile(store.store.db) }]);
      await store.sql.unsafe(EMPTY);
      emptied.push(store);
    },
  };
}

/** Lives as long as the test server. */
async function sharedPostgresStore(): Promise<(typeof emptied)[number]> {
  const { url, store } = await temporaryPostgresStore();
  return { url, store, sql: new SQL(url, { max: 1 }) };
}

/** Both connections are closed, so the file is complete without its log. */
async function migrateFile(): Promise<Uint8Array> {
  const directory = mkdtempSync(join(tmpdir(), "fanfare-store-"));
  const path = join(directory, "fanfare.db");
  try {
    await (await openStore(`sqlite:${path}`, { clock: systemClock, log: silentLog })).close();
    return readFileSync(path);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Lives as long as the test server. */
async function migrateDatabase(server: string): Promise<string> {
  const name = databaseName();
  await runAdminStatement(server, `create database ${name}`);
  await (await openStore(urlOf(server, name), { clock: systemClock, log: silentLog })).close();
  return name;
}

const databaseName = (): string => `fanfare_test_${crypto.randomUUID().replaceAll("-", "")}`;
const urlOf = (server: string, database: string): string =>
  Object.assign(new URL(server), { pathname: `/${database}` }).href;

/**
 * `expect(promise).rejects` in bun:test waits without leaving the current turn of the event loop. In a turn started by
 * a message of the writer's worker, no other message arrives, so it would wait forever. A timer starts another turn.
 */
function settlingOutsideMessages(store: Store): Store {
  return {
    ...store,
    async write(batch) {
      try {
        return await store.write(batch);
      } finally {
        await Bun.sleep(0);
      }
    },
  };
}

async function runAdminStatement(server: string, statement: string): Promise<void> {
  await using connection = new SQL(server, { max: 1 });
  await connection.unsafe(statement);
}
