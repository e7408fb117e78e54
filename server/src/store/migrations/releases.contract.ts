import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { manualClock } from "@fanfare/contract/lib/clock";
import { dumpSchema, openRaw, type RawDatabase, tableNames } from "../../../test/support/schema-dump.ts";
import type { TemporaryStore } from "../../../test/support/temporary-store.ts";
import { silentLog } from "../../lib/log.ts";
import { openStore } from "../database.ts";
import { schemaStatements } from "../migrate.ts";
import { migrations, newestSchema } from "./migrations.ts";

/** The schema of each release with one row in each table, written by `scripts/schemas.ts`. Released files never change. */
const FOLDER = join(import.meta.dir, "../../../test/schemas");

/** Rules for every release: its schema never changes, and later versions can upgrade it. */
export function releaseContract(dialect: "sqlite" | "postgres", make: () => Promise<TemporaryStore>): void {
  const ending = `.${dialect}.sql`;
  const releases = readdirSync(FOLDER).flatMap((file) =>
    file.endsWith(ending) ? [[file.slice(0, -ending.length), readFileSync(join(FOLDER, file), "utf8")] as const] : [],
  );

  test("keeps a schema for each release", () => {
    expect(releases.map(([version]) => version)).toContain("0.1.0");
  });

  test.each(releases)("still creates exactly the schema of release %s", async (_version, dump) => {
    await using temporary = await make();
    await temporary.store.close();
    await using database = openRaw(temporary.url);
    await database.replaceWith(dump);
    const [last] = await database.rows("select max(number) as number from schema_migrations");
    const released = migrations.filter(({ number }) => number <= Number(last?.["number"]));
    await database.replaceWith(schemaStatements(dialect, released).join(";\n"));
    expect(dump).toStartWith(`${await dumpSchema(database)}\n`);
  });

  test.each(releases)("upgrades a database of release %s and keeps its rows", async (_version, dump) => {
    await using temporary = await make();
    await temporary.store.close();
    await using database = openRaw(temporary.url);
    const newest = await dumpSchema(database);
    await database.replaceWith(dump);
    const before = await rowsByTable(database);
    expect([...before.values()].every((rows) => rows.length > 0)).toBe(true);
    await (await openStore(temporary.url, { clock: manualClock(0), log: silentLog })).close();
    const after = await rowsByTable(database);
    for (const [table, rows] of before) expect(after.get(table)).toMatchObject([...rows]);
    expect(after.get("schema_migrations")).toHaveLength(migrations.length);
    expect(newestSchema).toBeGreaterThanOrEqual(Number(before.get("schema_migrations")?.length));
    expect(await sortedSchema(database)).toEqual(newest.split(";\n").toSorted());
  });
}

/** Sorted, because an upgrade may create tables in a different order than a new database. */
async function sortedSchema(database: RawDatabase): Promise<readonly string[]> {
  return (await dumpSchema(database)).split(";\n").toSorted();
}

async function rowsByTable(database: RawDatabase): Promise<ReadonlyMap<string, readonly object[]>> {
  const tables = await tableNames(database);
  const rows = await Promise.all(tables.map((table) => database.rows(`select * from "${table}"`)));
  return new Map(tables.map((table, index) => [table, rows[index] ?? []]));
}
