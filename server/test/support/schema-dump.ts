import { Database } from "bun:sqlite";
import { manualClock } from "@fanfare/contract/lib/clock";
import { SQL } from "bun";
import { sql } from "kysely";
import { silentLog } from "../../src/lib/log.ts";
import { openStore, parseStoreUrl } from "../../src/store/database.ts";
import { APPLICATION_ID } from "../../src/store/sqlite/connection.ts";
import { sampleRows } from "./sample-rows.ts";

type Row = Readonly<Record<string, unknown>>;

/** A database accessed without the store. No server may have it open. */
export interface RawDatabase {
  readonly dialect: "sqlite" | "postgres";
  rows(query: string): Promise<readonly Row[]>;
  /** Deletes everything, then runs the statements. */
  replaceWith(statements: string): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export function openRaw(url: string): RawDatabase {
  const target = parseStoreUrl(url);
  return target.dialect === "sqlite" ? rawSqlite(target.path) : rawPostgres(target.url);
}

function rawSqlite(path: string): RawDatabase {
  const database = new Database(path, { create: true });
  return {
    dialect: "sqlite",
    rows: async (query) => database.query<Row, []>(query).all(),
    async replaceWith(statements) {
      database.run("pragma foreign_keys = off");
      for (const { name } of database.query<{ name: string }, []>(`${SQLITE_TABLES}`).all()) {
        database.run(`drop table "${name}"`);
      }
      database.run(`pragma application_id = ${APPLICATION_ID}`);
      database.run(statements);
    },
    [Symbol.asyncDispose]: async () => database.close(),
  };
}

const SQLITE_TABLES = "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name";

function rawPostgres(url: string): RawDatabase {
  const connection = new SQL(url, { max: 1 });
  return {
    dialect: "postgres",
    rows: async (query) => Array.from(await connection.unsafe(query), (row: Row) => ({ ...row })),
    async replaceWith(statements) {
      await connection.unsafe(`drop schema public cascade; create schema public; ${statements}`);
    },
    [Symbol.asyncDispose]: () => connection.end(),
  };
}

/** Dumps the SQL that recreates a database: its tables, constraints, and indexes in a fixed order. */
export async function dumpSchema(database: RawDatabase): Promise<string> {
  const queries = database.dialect === "sqlite" ? [SQLITE_SCHEMA] : [TABLES, CONSTRAINTS, INDEXES];
  let text = "";
  for (const query of queries) for (const row of await database.rows(query)) text += `${row["text"]};\n`;
  return text;
}

/** Creates a database at `url` with one row in each table, and dumps it as SQL. */
export async function dumpRelease(url: string): Promise<string> {
  const store = await openStore(url, { clock: manualClock(0), log: silentLog });
  const rows = Object.entries(sampleRows("release"));
  await store.write(
    rows.map(([table, row]) => {
      const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
      const values = sql.join(Object.values(row));
      return {
        query: sql`insert into ${sql.table(table)} (${columns}) values (${values})`.compile(store.db),
        expect: 1,
      };
    }),
  );
  await store.close();
  await using database = openRaw(url);
  const tables = ["schema_migrations", ...rows.map(([table]) => table)];
  return `${await dumpSchema(database)}\n${await dumpRows(database, tables)}`;
}

async function dumpRows(database: RawDatabase, tables: readonly string[]): Promise<string> {
  let text = "";
  for (const table of tables) {
    for (const row of await database.rows(`select * from "${table}"`)) {
      const columns = Object.keys(row).map((column) => `"${column}"`);
      const values = Object.values(row).map(literal);
      text += `insert into "${table}" (${columns.join(", ")}) values (${values.join(", ")});\n`;
    }
  }
  return text;
}

export async function tableNames(database: RawDatabase): Promise<readonly string[]> {
  const query =
    database.dialect === "sqlite"
      ? SQLITE_TABLES
      : `select tablename as name from pg_tables where schemaname = 'public' order by tablename collate "C"`;
  return (await database.rows(query)).map(({ name }) => String(name));
}

function literal(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  throw new Error(`No column type of Fanfare gives a ${typeof value}.`);
}

/** SQLite stores the original statements. Indexes without one belong to a constraint. */
const SQLITE_SCHEMA = "select sql as text from sqlite_schema where sql is not null order by rowid";

const TABLES = `select 'create table ' || quote_ident(c.relname) || E' (\\n' || string_agg(
        '  ' || quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
          || case when a.attcollation <> t.typcollation then ' collate ' || quote_ident(l.collname) else '' end
          || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
          || case when a.attnotnull then ' not null' else '' end,
        E',\\n' order by a.attnum) || E'\\n)' as text
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
      left join pg_collation l on l.oid = a.attcollation
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      group by c.relname order by c.relname collate "C"`;

/** Foreign keys come last, after the keys that they refer to. */
const CONSTRAINTS = `select 'alter table ' || conrelid::regclass || ' add constraint ' || conname || ' ' || pg_get_constraintdef(oid) as text
      from pg_constraint
      where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'c', 'f')
      order by contype = 'f', conrelid::regclass::text collate "C", conname collate "C"`;

const INDEXES = `select pg_get_indexdef(i.indexrelid) as text
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relnamespace = 'public'::regnamespace
        and not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u'))
      order by c.relname collate "C"`;
