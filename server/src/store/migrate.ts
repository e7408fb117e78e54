import { limits } from "@fanfare/contract/limits";
import { type CompiledQuery, type Kysely, sql } from "kysely";
import type { GroupWriter } from "./group-writer.ts";
import { COLUMN_TYPES, type Migration } from "./migrations/migration.ts";
import type { Schema } from "./schema.ts";
import type { Statement, Store, StoreDeps } from "./store.ts";

/** The note that a migration ran. */
type MigratedSchema = Schema & {
  schema_migrations: { number: number; name: string; applied_at: number };
};

/** Any number that no other program uses: two servers that start together migrate one after the other. */
const ADVISORY_LOCK = 462_174_823;

/**
 * Brings the schema up to the newest of `migrations`, each step in one transaction with the note that it ran: a server that
 * dies half way leaves the old schema or the new one. Refuses a database whose schema is newer than this program.
 */
export async function migrate(
  store: Pick<Store, "dialect" | "db">,
  writer: Pick<GroupWriter, "write">,
  migrations: readonly Migration[],
  deps: StoreDeps,
): Promise<void> {
  const db = store.db.withTables<Pick<MigratedSchema, "schema_migrations">>();
  const lock: readonly Statement[] =
    store.dialect === "postgres"
      ? [{ query: sql`select pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCK)})`.compile(db) }]
      : [];
  const run = (queries: readonly Statement[]) => writer.write([...lock, ...queries], limits.migration_deadline_ms);

  await run([{ query: noteTable(store) }]);
  const applied = await db.selectFrom("schema_migrations").select("number").execute();
  const done = new Set(applied.map((row) => row.number));
  refuseNewer(Math.max(0, ...done), migrations.at(-1)?.number ?? 0);

  for (const migration of migrations) {
    if (done.has(migration.number)) continue;
    const note = db
      .insertInto("schema_migrations")
      .values({ number: migration.number, name: migration.name, applied_at: deps.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .compile();
    const result = await run([{ query: note, expect: 1 }, ...compileSteps(store, migration)]);
    // Unmet: another server applied it while this one waited for the lock.
    if (result.outcome === "committed") {
      deps.log.info("schema_migrated", { number: migration.number, name: migration.name });
    }
  }
}

function compileSteps(store: Pick<Store, "dialect" | "db">, migration: Migration): readonly Statement[] {
  // A migration builds the tables of its own time; `Schema` names those of today.
  const db = store.db as unknown as Kysely<unknown>;
  return migration.statements(db, COLUMN_TYPES[store.dialect]).map((step) => ({ query: step.compile() }));
}

function noteTable(store: Pick<Store, "dialect" | "db">): CompiledQuery {
  const types = COLUMN_TYPES[store.dialect];
  return store.db.schema
    .createTable("schema_migrations")
    .ifNotExists()
    .addColumn("number", types.integer, (column) => column.primaryKey())
    .addColumn("name", types.text, (column) => column.notNull())
    .addColumn("applied_at", types.integer, (column) => column.notNull())
    .modifyEnd(types.table_end)
    .compile();
}

function refuseNewer(found: number, known: number): void {
  if (found <= known) return;
  throw new Error(
    `The database has schema ${found}, and this Fanfare knows ${known}: a newer version wrote it. ` +
      "Start that version again, or restore the backup that was made before the upgrade.",
  );
}
