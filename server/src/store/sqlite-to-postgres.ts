import { Database } from "bun:sqlite";
import { limits } from "@fanfare/contract/limits";
import type { ReservedSQL, SQL } from "bun";
import { fromJson } from "./columns.ts";
import { isMoveUnderWay, MoveError, runInTarget as run } from "./move-target.ts";
import { postgresPool, reserveWithin } from "./postgres/connection.ts";
import { isContention, postgresError } from "./postgres/error.ts";
import { EXCLUSIVE_LOCK } from "./postgres/writer.ts";
import { StoreError } from "./store.ts";

export interface MovedTable {
  readonly name: string;
  readonly rows: number;
  /** False: an interrupted move had copied it already. */
  readonly copied: boolean;
}

export interface MoveSource {
  readonly path: string;
  readonly installation_id: string;
}

/** Tables of the target that describe its own processes and schema. */
const NOT_COPIED: ReadonlySet<string> = new Set(["leases", "moves", "nodes", "schema_migrations"]);
const LOCK_WAIT_MS = 2_000;
const BATCH_CHARS_MAX = 2_000_000;
const FETCH_ROWS = 1_000;

/**
 * Copies every row of a SQLite file that no process writes to a migrated PostgreSQL database, and compares the copies
 * by count and content. Each table is one transaction, so a repeated move continues after the last complete table.
 * Foreign keys are dropped while rows are copied and created again at the end, which checks every reference.
 *
 * @throws MoveError if the target has other data or a table's copy differs.
 */
export async function copySqliteToPostgres(
  { path, installation_id }: MoveSource,
  url: string,
  onTable: (table: MovedTable) => void,
): Promise<readonly MovedTable[]> {
  const source = new Database(path, { readonly: true });
  const pool = postgresPool(url, 1, {});
  let target: ReservedSQL | undefined;
  try {
    target = await reserveWithin(pool, limits.store_deadline_ms);
    await lock(target);
    await begin(target, installation_id);
    const tables: MovedTable[] = [];
    for (const name of tablesOf(source)) {
      const table = await moveTable(source, target, name);
      onTable(table);
      tables.push(table);
    }
    await finish(target);
    return tables;
  } catch (cause) {
    throw cause instanceof MoveError ? cause : postgresError(cause);
  } finally {
    source.close();
    await target?.close({ timeout: 0 });
    await pool.end();
  }
}

/** Waits, because a session that was just closed keeps its lock until PostgreSQL has ended it. */
async function lock(target: SQL): Promise<void> {
  await run(target, `set lock_timeout = ${LOCK_WAIT_MS}`);
  try {
    await run(target, `select pg_advisory_lock(${EXCLUSIVE_LOCK})`);
  } catch (cause) {
    if (!isContention(cause)) throw cause;
    const message = "A Fanfare process uses the PostgreSQL database. Stop it, then run the move again.";
    throw new StoreError("in_use", message, { cause });
  }
  await run(target, "set lock_timeout = 0");
}

/** Records the move in the target, so that no server starts on a part of the data. */
async function begin(target: SQL, installation_id: string): Promise<void> {
  if (await isMoveUnderWay(target, installation_id)) return;
  const found = await run(
    target,
    `select conrelid::regclass::text as of, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by 1, 2`,
  );
  await inTransaction(target, async () => {
    for (const { of, name } of found.rows) await run(target, `alter table ${of} drop constraint "${name}"`);
    await run(target, "insert into moves (id, installation_id, foreign_keys) values (1, $1, $2)", [
      installation_id,
      JSON.stringify(found.rows),
    ]);
  });
}

async function finish(target: SQL): Promise<void> {
  const [move] = (await run(target, "select foreign_keys from moves")).rows;
  // Cast: written by `begin`.
  const keys = fromJson(String(move?.["foreign_keys"]), (value) => value as readonly Record<string, string>[]);
  await inTransaction(target, async () => {
    for (const { of, name, definition } of keys)
      await run(target, `alter table ${of} add constraint "${name}" ${definition}`);
    await run(target, "update moves set finished_at = (extract(epoch from clock_timestamp()) * 1000)::bigint");
  });
  await run(target, "analyze");
}

async function inTransaction(target: SQL, work: () => Promise<void>): Promise<void> {
  await run(target, "begin");
  await work();
  await run(target, "commit");
}

function tablesOf(source: Database): readonly string[] {
  const query = source.query<{ name: string }, []>(
    "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
  );
  return query
    .all()
    .map(({ name }) => name)
    .filter((name) => !NOT_COPIED.has(name));
}

async function moveTable(source: Database, target: SQL, name: string): Promise<MovedTable> {
  const columns = source
    .query<{ name: string }, [string]>("select name from pragma_table_info(?) order by name")
    .all(name)
    .map((column) => column.name);
  const expected = digest();
  for (const row of rowsOf(source, name)) expected.add(columns, row);
  const before = await digestOf(target, name, columns);
  if (before.equals(expected)) return { name, rows: expected.rows(), copied: false };
  await inTransaction(target, async () => {
    await run(target, `truncate table "${name}"`);
    for (const batch of batchesOf(rowsOf(source, name))) {
      await run(
        target,
        `insert into "${name}" select * from json_populate_recordset(null::"${name}", $1::text::json)`,
        [batch],
      );
    }
  });
  const copy = await digestOf(target, name, columns);
  if (!copy.equals(expected)) {
    throw new MoveError(
      `The copy of ${name} has ${copy.rows()} rows and the source ${expected.rows()}, or their content differs. Run the move again.`,
    );
  }
  return { name, rows: expected.rows(), copied: true };
}

type Row = Readonly<Record<string, unknown>>;

function rowsOf(source: Database, name: string): IterableIterator<Row> {
  return source.query<Row, []>(`select * from "${name}"`).iterate();
}

/** JSON arrays of rows, of at most {@link BATCH_CHARS_MAX} characters unless one row is longer. */
function* batchesOf(rows: Iterable<Row>): Generator<string> {
  let batch: string[] = [];
  let chars = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    batch.push(text);
    chars += text.length;
    if (chars < BATCH_CHARS_MAX) continue;
    yield `[${batch.join(",")}]`;
    batch = [];
    chars = 0;
  }
  if (batch.length > 0) yield `[${batch.join(",")}]`;
}

interface Digest {
  add(columns: readonly string[], row: Row): void;
  rows(): number;
  equals(other: Digest): boolean;
  sum(): bigint;
}

/** Number of rows and the sum of their 64-bit hashes, which doesn't depend on their order. */
function digest(): Digest {
  let rows = 0;
  let sum = 0n;
  return {
    add(columns, row) {
      rows++;
      sum = BigInt.asUintN(64, sum + BigInt(Bun.hash(JSON.stringify(columns.map((column) => row[column])))));
    },
    rows: () => rows,
    sum: () => sum,
    equals: (other) => rows === other.rows() && sum === other.sum(),
  };
}

async function digestOf(target: SQL, name: string, columns: readonly string[]): Promise<Digest> {
  const found = digest();
  await inTransaction(target, async () => {
    await run(target, `declare copied no scroll cursor for select * from "${name}"`);
    for (;;) {
      const { rows } = await run(target, `fetch ${FETCH_ROWS} from copied`);
      for (const row of rows) found.add(columns, row);
      if (rows.length < FETCH_ROWS) break;
    }
  });
  return found;
}
