import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/clock";
import { sql } from "kysely";
import { silentLog } from "../log.ts";
import { openStore } from "./database.ts";
import { migrate } from "./migrate.ts";
import type { Migration } from "./migrations/migration.ts";
import { migrations } from "./migrations/migrations.ts";
import { sampleRows } from "./sample-rows.ts";
import type { Store } from "./store.ts";
import type { TemporaryStore } from "./testing.ts";

/** How a database comes from one schema to the next. `make` gives a new store for each test. */
export function migrationContract(make: () => Promise<TemporaryStore>): void {
  const deps = { clock: manualClock(1_000), log: silentLog };
  const last = migrations.at(-1)?.number ?? 0;
  const run = (store: Store, list: readonly Migration[]) => migrate(store, store, list, deps);
  const planted = (number: number, ...statements: string[]): Migration => ({
    number,
    name: `planted ${number}`,
    statements: (db) => statements.map((text) => ({ compile: () => sql.raw(text).compile(db) })),
  });
  const numbers = async (store: Store): Promise<unknown[]> =>
    (await sql<{ number: number }>`select number from schema_migrations order by number`.execute(store.db)).rows.map(
      (row) => row.number,
    );

  test("numbers of migrations grow from 1, and none stands twice", () => {
    const list = migrations.map((migration) => migration.number);
    expect(list[0]).toBe(1);
    expect(list).toEqual([...new Set(list)].toSorted((left, right) => left - right));
  });

  test("opening a database again changes nothing and finds what was stored", async () => {
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

  test("each migration runs once, with the note that it ran", async () => {
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

  test("a migration that fails half way leaves the schema of before, and runs when it is mended", async () => {
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

  test("a database of a newer version is refused with a sentence", async () => {
    await using temporary = await make();
    await run(temporary.store, [...migrations, planted(last + 1, "create table planted (a integer)")]);
    await temporary.store.close();
    await expect(openStore(temporary.url, deps)).rejects.toThrow(
      `The database has schema ${last + 1}, and this Fanfare knows ${last}: a newer version wrote it. ` +
        "Start that version again, or restore the backup that was made before the upgrade.",
    );
  });
}
