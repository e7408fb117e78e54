import { expect, test } from "bun:test";
import { SQL } from "bun";
import { BEFORE, FOLDER, PUSHED, PUSHED_TABLES, push, pushBody } from "../../../test/support/pushed-folder.ts";
import { startTemporaryServer } from "../../../test/support/temporary-server.ts";
import { temporaryPostgresStore } from "../../../test/support/temporary-store.ts";

/**
 * Ends the connection at the row that counts `killed_at` down to 0. The count is a sequence, which no rollback restores.
 * The trigger at the commit runs after all statements.
 */
const TRAP = `
  create sequence rows_left minvalue -1000000 maxvalue 1000000 increment -1;
  create function kill_at_row() returns trigger language plpgsql as $$ begin
    if nextval('rows_left') = 0 then perform pg_terminate_backend(pg_backend_pid()); end if;
    return coalesce(new, old);
  end $$;
  ${PUSHED_TABLES.map((table) => {
    // Seals of the audit log are updates in the background.
    const events = table === "audit_entries" ? "insert" : "insert or update or delete";
    return `
      create trigger trap before ${events} on ${table} for each row execute function kill_at_row();
      create constraint trigger trap_at_commit after ${events} on ${table}
        deferrable initially deferred for each row execute function kill_at_row();`;
  }).join("")}`;

/** All rows that a push writes, without the seals that the audit log gets in the background. */
async function rowsOf(sql: SQL): Promise<unknown> {
  const rows = PUSHED_TABLES.map(async (name) => {
    const all: Record<string, unknown>[] = await sql.unsafe(`select * from ${name} order by 1, 2`);
    return [name, all.map(({ seq, hash, ...row }) => (name === "audit_entries" ? row : { hash, ...row }))];
  });
  return Object.fromEntries(await Promise.all(rows));
}

test("a push whose connection is killed at any row or at its commit is whole or absent (PostgreSQL)", async () => {
  await using postgres = await temporaryPostgresStore();
  await using server = await startTemporaryServer({ environment: { FANFARE_DATABASE_URL: postgres.url } });
  const owner = await server.ownerBrowser();
  await push(owner, BEFORE);
  const sql = new SQL(postgres.url, { max: 2 });
  await sql.unsafe(TRAP).simple();
  const absent = await rowsOf(sql);
  let killed = 0;
  for (;;) {
    await sql.unsafe(`alter sequence rows_left restart with ${killed + 1}`).simple();
    await sql`select nextval('rows_left')`;
    const { status } = await owner.call("PUT", FOLDER, pushBody(PUSHED, true));
    if (status === 200) break;
    expect(status).toBe(503);
    expect(await rowsOf(sql)).toEqual(absent);
    killed += 1;
  }
  // Each row twice: when it's written, and at the commit.
  expect(killed).toBeGreaterThan(2 * PUSHED.length);
  const stored = await sql`select slug from contents union all select name from themes`;
  expect(stored.map(({ slug }: { slug: string }) => slug)).toEqual(
    expect.arrayContaining(["Brand", "last", "next", "old", "welcome"]),
  );
  await sql.end();
}, 120_000);
