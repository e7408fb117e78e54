import { limits } from "@fanfare/contract/limits";
import { finding, findingText } from "@fanfare/contract/wording/findings";
import { sql } from "kysely";
import type { GroupWriter } from "./group-commit.ts";
import type { Schema } from "./schema/schema.ts";
import { keepExisting } from "./statements/keep-existing.ts";
import type { Statement, Store, StoreDeps } from "./store.ts";

/**
 * One schema change: SQL for both dialects, run in one transaction with its record. `TEXT` (compared bytewise),
 * `INTEGER` (64 bits), and `BIT` (0 or 1) in capitals become the dialect's types. Never edit a released migration:
 * `server/test/schemas` contains its result.
 */
export interface Migration {
  readonly number: number;
  readonly name: string;
  /**
   * Oldest schema whose servers can use the database after this migration, so that they can run until all are upgraded.
   * The migration's own number if they can't.
   */
  readonly min_reader: number;
  readonly statements: readonly string[];
}

const COLUMN_TYPES = {
  sqlite: { TEXT: "text", INTEGER: "integer", BIT: "integer" },
  postgres: { TEXT: 'text collate "C"', INTEGER: "bigint", BIT: "smallint" },
} as const;

type MigratedSchema = Schema & {
  schema_migrations: AppliedMigration & { applied_at: number };
};

/** Arbitrary, unique to Fanfare: servers that start together migrate one after the other. */
const ADVISORY_LOCK = 462_174_823;

/**
 * Upgrades the schema to the newest of `migrations`. Each runs in one transaction with its record, so a crash leaves
 * the old or the new schema. Refuses a database of a development version, and one that a newer version changed so that
 * this one can't use it.
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

  await run(toStatements(store, [MIGRATIONS_TABLE]));
  const applied = await db.selectFrom("schema_migrations").select(["number", "name", "min_reader"]).execute();
  refuseUnusable(applied, migrations);
  const done = new Set(applied.map((row) => row.number));

  for (const migration of migrations) {
    if (done.has(migration.number)) continue;
    const note = db
      .insertInto("schema_migrations")
      .values({ ...recordOf(migration), applied_at: deps.clock.now() })
      .onConflict(keepExisting)
      .compile();
    const result = await run([{ query: note, expect: 1 }, ...toStatements(store, migration.statements)]);
    // Unmet if another server applied it while this one waited for the lock.
    if (result.outcome === "committed") {
      deps.log.info("schema_migrated", { number: migration.number, name: migration.name });
    }
  }
}

function recordOf({ number, name, min_reader }: Migration): AppliedMigration {
  return { number, name, min_reader };
}

function toStatements({ dialect, db }: Pick<Store, "dialect" | "db">, texts: readonly string[]): readonly Statement[] {
  return texts.map((text) => ({ query: sql.raw(inDialect(dialect, text)).compile(db) }));
}

/** Returns the statements that create these migrations' schema in an empty database, without the migration records. */
export function schemaStatements(dialect: Store["dialect"], migrations: readonly Migration[]): readonly string[] {
  return [MIGRATIONS_TABLE, ...migrations.flatMap(({ statements }) => statements)].map((text) =>
    inDialect(dialect, text),
  );
}

/** `strict` makes SQLite reject text in number columns, like PostgreSQL. */
function inDialect(dialect: Store["dialect"], text: string): string {
  const types = COLUMN_TYPES[dialect];
  const statement = text
    .replaceAll(/^\s*--.*\n/gm, "")
    .replaceAll(/\b(?:TEXT|INTEGER|BIT)\b/g, (type) => types[type as keyof typeof types])
    .trim();
  return dialect === "sqlite" && statement.startsWith("create table") ? `${statement} strict` : statement;
}

const MIGRATIONS_TABLE = `create table if not exists schema_migrations (
  number INTEGER primary key,
  name TEXT not null,
  min_reader INTEGER not null,
  applied_at INTEGER not null
)`;

export interface AppliedMigration {
  readonly number: number;
  readonly name: string;
  readonly min_reader: number;
}

/** `unreleased`: created by a development version, whose migrations had other names. `newer`: needs a newer server. */
export type SchemaProblem = "unreleased" | "newer";

/** Returns why this version can't use a database with these migrations, or undefined if it can. */
export function schemaProblem(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): SchemaProblem | undefined {
  const names = new Map(migrations.map(({ number, name }) => [number, name]));
  if (applied.some(({ number, name }) => (names.get(number) ?? name) !== name)) return "unreleased";
  return oldestReader(applied) > newestOf(migrations) ? "newer" : undefined;
}

function refuseUnusable(applied: readonly AppliedMigration[], migrations: readonly Migration[]): void {
  switch (schemaProblem(applied, migrations)) {
    case undefined:
      return;
    case "unreleased":
      throw new Error(findingText(finding("schema_unreleased")));
    case "newer":
      throw new Error(
        `The database has schema ${newestOf(applied)} and needs a server for schema ${oldestReader(applied)} or newer. ` +
          `This version of Fanfare is for schema ${newestOf(migrations)}. ` +
          "Start the newer version, or restore the backup from before the upgrade.",
      );
  }
}

export function newestOf(list: readonly { readonly number: number }[]): number {
  return Math.max(0, ...list.map(({ number }) => number));
}

function oldestReader(applied: readonly AppliedMigration[]): number {
  return Math.max(0, ...applied.map(({ min_reader }) => min_reader));
}
