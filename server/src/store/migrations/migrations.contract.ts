import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { sql } from "kysely";
import { sampleRows } from "../../../test/support/sample-rows.ts";
import type { TemporaryStore } from "../../../test/support/temporary-store.ts";
import { silentLog } from "../../lib/log.ts";
import { openStore } from "../database.ts";
import { type Migration, migrate } from "../migrate.ts";
import type { Store } from "../store.ts";
import { migrations } from "./migrations.ts";

const deps = { clock: manualClock(1_000), log: silentLog };
const last = migrations.at(-1)?.number ?? 0;

const run = (store: Store, list: readonly Migration[]) => migrate(store, store, list, deps);

const planted = (number: number, ...statements: string[]): Migration => ({
  number,
  name: `planted ${number}`,
  min_reader: number,
  statements,
});

/** Statements after which servers of the release before can't read or write as they do. */
function breaksOlderServers({ number, min_reader, statements }: Migration): readonly string[] {
  if (min_reader >= number) return [];
  const breaking = [
    /\bdrop\b|\brename\b|\balter column\b/i,
    /^create unique index/i,
    /\badd column\b(?=.*\bnot null\b)(?!.*\bdefault\b)/i,
  ];
  return statements.filter((statement) => breaking.some((pattern) => pattern.test(statement)));
}

const numbers = async (store: Store): Promise<unknown[]> =>
  (await sql<{ number: number }>`select number from schema_migrations order by number`.execute(store.db)).rows.map(
    (row) => row.number,
  );

/** Upgrades from each schema to the next. `make` returns a new store for each test. */
export function migrationContract(make: () => Promise<TemporaryStore>): void {
  test("numbers migrations from 1 without repeats", () => {
    const list = migrations.map((migration) => migration.number);
    expect(list[0]).toBe(1);
    expect(list).toEqual([...new Set(list)].toSorted((left, right) => left - right));
  });

  test("reopens a database without changes", async () => {
    await using temporary = await make();
    const { apps } = sampleRows("again");
    await temporary.store.write([{ query: temporary.store.db.insertInto("apps").values(apps).compile(), expect: 1 }]);
    await temporary.store.close();
    const reopened = await openStore(temporary.url, deps);
    try {
      expect(await reopened.db.selectFrom("apps").selectAll().execute()).toEqual([apps]);
      expect(await numbers(reopened)).toEqual(migrations.map((migration) => migration.number));
    } finally {
      await reopened.close();
    }
  });

  test("runs and records each migration once", async () => {
    await using temporary = await make();
    const list = [
      ...migrations,
      planted(last + 1, "create table planted (a integer)", "insert into planted values (1)"),
    ];
    await run(temporary.store, list);
    await run(temporary.store, list);
    expect((await sql`select a from planted`.execute(temporary.store.db)).rows).toEqual([{ a: 1 }]);
    expect(await numbers(temporary.store)).toEqual(list.map((migration) => migration.number));
  });

  test("rolls back a failed migration, which runs once fixed", async () => {
    await using temporary = await make();
    const broken = planted(last + 1, "create table planted (a integer)", "insert into nowhere values (1)");
    await expect(run(temporary.store, [...migrations, broken])).rejects.toMatchObject({
      name: "StoreError",
      kind: "invalid",
    });
    await expect(sql`select a from planted`.execute(temporary.store.db)).rejects.toThrow(/planted/);
    expect(await numbers(temporary.store)).not.toContain(last + 1);
    await run(temporary.store, [...migrations, planted(last + 1, "create table planted (a integer)")]);
    expect(await numbers(temporary.store)).toContain(last + 1);
  });

  test("uses a database that a newer version only extended, until all servers are upgraded", async () => {
    await using temporary = await make();
    const extended = { ...planted(last + 1, "alter table apps add column planted integer"), min_reader: last };
    await run(temporary.store, [...migrations, extended]);
    await temporary.store.close();
    const older = await openStore(temporary.url, deps);
    const { apps } = sampleRows("older");
    await older.write([{ query: older.db.insertInto("apps").values(apps).compile(), expect: 1 }]);
    expect(await numbers(older)).toContain(last + 1);
    await older.close();
  });

  test("lets a migration that older servers use only extend the schema", () => {
    expect(migrations.flatMap(breaksOlderServers)).toEqual([]);
    const number = last + 1;
    const statements = [
      "create table planted (a INTEGER not null)",
      "alter table apps add column planted INTEGER",
      "alter table apps add column planted INTEGER not null default 0",
      "create index planted_by_app on apps (planted)",
      "alter table apps drop column name",
      "drop table goals",
      "alter table apps rename column name to title",
      "alter table apps add column planted INTEGER not null",
      "create unique index apps_by_name on apps (name)",
    ];
    const migration = { ...planted(number, ...statements), min_reader: last };
    expect(breaksOlderServers(migration)).toEqual(statements.slice(4));
    expect(breaksOlderServers({ ...migration, min_reader: number })).toEqual([]);
  });

  test("rejects a database of a newer version", async () => {
    await using temporary = await make();
    await run(temporary.store, [...migrations, planted(last + 1, "create table planted (a integer)")]);
    await temporary.store.close();
    await expect(openStore(temporary.url, deps)).rejects.toThrow(
      `The database has schema ${last + 1} and needs a server for schema ${last + 1} or newer. ` +
        `This version of Fanfare is for schema ${last}. ` +
        "Start the newer version, or restore the backup from before the upgrade.",
    );
  });

  test("rejects a database of a development version and suggests a fix", async () => {
    await using temporary = await make();
    const { store, url } = temporary;
    await store.write([{ query: sql`update schema_migrations set name = 'first tables'`.compile(store.db) }]);
    await store.close();
    await expect(openStore(url, deps)).rejects.toThrow("created by a development version");
  });
}
