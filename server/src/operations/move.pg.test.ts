import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { OWNER, sampleTour, startTemporaryServer } from "../../test/support/temporary-server.ts";
import { temporaryPostgresStore } from "../../test/support/temporary-store.ts";
import { silentLog } from "../lib/log.ts";
import type { MovedTable } from "../store/sqlite-to-postgres.ts";
import { examine } from "./doctor.ts";
import { moveToPostgres } from "./move.ts";

// Starting servers can exceed the default on busy machines.
setDefaultTimeout(60_000);

const CONTENTS = { contents: [{ slug: "welcome", name: "Willkommen 🎉", edition: sampleTour("Hello") }] };

/** A stopped SQLite installation with content, a member, and a published tour. */
async function sqliteInstallation() {
  const data_dir = mkdtempSync(join(tmpdir(), "fanfare-move-"));
  const server = await startTemporaryServer({ contents: CONTENTS, data_dir });
  await server.stop();
  return {
    data_dir,
    config: server.config,
    [Symbol.dispose]: () => rmSync(data_dir, { recursive: true, force: true }),
  };
}

const move = (config: Parameters<typeof moveToPostgres>[0], to: string, onTable = (_: MovedTable): void => {}) =>
  moveToPostgres(config, to, { log: silentLog, onTable });

test("continues an interrupted move, keeps the file unchanged, and serves everything from PostgreSQL", async () => {
  await using postgres = await temporaryPostgresStore();
  using installation = await sqliteInstallation();
  const { config, data_dir } = installation;
  const file = () => Bun.hash(readFileSync(join(data_dir, "fanfare.db")));
  const before = file();
  const interrupt = (table: MovedTable): void => {
    if (table.name === "contents") throw new Error("The machine lost power.");
  };
  await expect(move(config, postgres.url, interrupt)).rejects.toThrow("lost power");
  const environment = { FANFARE_DATABASE_URL: postgres.url };
  await expect(startTemporaryServer({ environment, data_dir })).rejects.toThrow("wasn't finished");
  const database = async () =>
    (await examine({ ...config, database_url: postgres.url }, Date.now())).find(({ check }) => check === "database");
  expect(await database()).toMatchObject({ state: "bad", says: expect.stringContaining("run fanfare move --to") });

  const tables = await move(config, postgres.url);
  const copied = (name: string) => tables.find((table) => table.name === name)?.copied;
  expect([copied("contents"), copied("versions")]).toEqual([false, true]);
  expect(file()).toBe(before);
  expect(await database()).toMatchObject({ state: "good" });

  await using server = await startTemporaryServer({ environment, data_dir });
  const owner = server.browser();
  expect((await owner.call("POST", "/api/sign-in", OWNER)).status).toBe(200);
  const { json } = await owner.call("GET", "/api/contents?app_id=1001");
  expect(json.items.map((content: { name: string }) => content.name)).toEqual(["Willkommen 🎉"]);
  await using sql = new SQL(postgres.url, { max: 1 });
  const count = async (type: string) =>
    (await sql`select count(*)::int as n from pg_constraint where contype = ${type}`)[0].n;
  expect(await count("f")).toBeGreaterThan(50);
}, 20_000);

test("refuses a database that contains another installation, and one that was moved already", async () => {
  await using postgres = await temporaryPostgresStore();
  using first = await sqliteInstallation();
  using second = await sqliteInstallation();
  await move(first.config, postgres.url);
  await expect(move(first.config, postgres.url)).rejects.toThrow("already contains this installation");
  await expect(move(second.config, postgres.url)).rejects.toThrow("contains another installation");
}, 20_000);

test("refuses a database that contains a table of others, before it changes anything", async () => {
  await using postgres = await temporaryPostgresStore();
  using installation = await sqliteInstallation();
  await using server = new SQL(postgres.url, { max: 1 });
  for (const [index, table] of ["apps", "archive.orders", "schema_migrations"].entries()) {
    const database = `${new URL(postgres.url).pathname.slice(1)}_${index}`;
    const url = Object.assign(new URL(postgres.url), { pathname: `/${database}` }).href;
    await server.unsafe(`create database ${database}`);
    await using sql = new SQL(url, { max: 1 });
    await sql.unsafe(`create schema archive; create table ${table} (version text)`);
    await expect(move(installation.config, url)).rejects.toThrow(
      `The PostgreSQL database contains data that isn't Fanfare's, such as the table ${table}. Create an empty database`,
    );
    expect(await sql`select count(*)::int as tables from pg_tables where schemaname in ('public', 'archive')`).toEqual([
      { tables: 1 },
    ]);
    await sql.end();
    await server.unsafe(`drop database ${database}`);
  }
  await using sql = new SQL(postgres.url, { max: 1 });
  await sql.unsafe("create table orders (id int)");
  await expect(move(installation.config, postgres.url)).rejects.toThrow("such as the table orders.");
}, 20_000);

test("names --to when the target's address is wrong", async () => {
  await using postgres = await temporaryPostgresStore();
  using installation = await sqliteInstallation();
  const refusalOf = async (change: Partial<URL>): Promise<string> =>
    String(await move(installation.config, Object.assign(new URL(postgres.url), change).href).catch((error) => error));
  expect(await refusalOf({ username: "nobody" })).toMatch(/refuses its user or password: .* Correct --to\.$/);
  expect(await refusalOf({ pathname: "/missing" })).toMatch(/doesn't exist\. Create it, or correct --to\.$/);
  expect(await refusalOf({ hostname: "no-such-host.invalid" })).toMatch(/Can't find the host .* or correct --to\.$/);
  expect(await refusalOf({ port: "1" })).toMatch(/Start the database, or correct --to\.$/);
}, 20_000);

test("reports a copy that differs from its source", async () => {
  await using postgres = await temporaryPostgresStore();
  using installation = await sqliteInstallation();
  await using sql = new SQL(postgres.url, { max: 1 });
  await sql.unsafe(`create function spoil() returns trigger language plpgsql as $$ begin new.name := upper(new.name); return new; end $$;
    create trigger spoil before insert on contents for each row execute function spoil();`);
  await expect(move(installation.config, postgres.url)).rejects.toThrow("The copy of contents has");
}, 20_000);
