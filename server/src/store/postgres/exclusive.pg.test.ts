import { expect, test } from "bun:test";
import { systemClock } from "@fanfare/contract/lib/clock";
import { SQL } from "bun";
import { sampleRows } from "../../../test/support/sample-rows.ts";
import { temporaryPostgresStore } from "../../../test/support/temporary-store.ts";
import { silentLog } from "../../lib/log.ts";
import { openStore } from "../database.ts";
import type { Store } from "../store.ts";

const deps = { clock: systemClock, log: silentLog, lock: "exclusive" } as const;
/** Waits for their end: until then, they have the lock. */
const terminateWriters = `select pg_terminate_backend(pid, 10000) from pg_locks where locktype = 'advisory'
  and database = (select oid from pg_database where datname = current_database())`;

const insertApp = (store: Store, of: string) =>
  store.write([{ query: store.db.insertInto("apps").values(sampleRows(of).apps).compile(), expect: 1 }]);

test("refuses a second exclusive process, names the first, and admits it after the first closed", async () => {
  await using temporary = await temporaryPostgresStore();
  const first = await openStore(temporary.url, deps);
  const refused = await openStore(temporary.url, deps).catch((error: unknown) => error);
  expect(refused).toMatchObject({ kind: "in_use" });
  expect(String(refused)).toContain(`fanfare ${process.pid} on `);
  await insertApp(first, "a");
  await first.close();
  const second = await openStore(temporary.url, deps);
  await insertApp(second, "b");
  await second.close();
});

test.each([
  ["shared", "exclusive", "together with Redis. Set the same FANFARE_REDIS_URL here."],
  ["exclusive", "shared", "without Redis. Stop it, set FANFARE_REDIS_URL there, and start it again."],
] as const)(
  "says what to do where a process with a lock that is %s refuses one that is %s",
  async (one, other, advice) => {
    await using temporary = await temporaryPostgresStore();
    const first = await openStore(temporary.url, { ...deps, lock: one });
    await expect(openStore(temporary.url, { ...deps, lock: other })).rejects.toThrow(advice);
    await first.close();
  },
);

test("keeps the lock through many writes and acquires it again after a lost connection", async () => {
  await using temporary = await temporaryPostgresStore();
  await using server = new SQL(temporary.url, { max: 1 });
  const first = await openStore(temporary.url, deps);
  await Promise.all(["a", "b", "c", "d"].map((of) => insertApp(first, of)));
  await server.unsafe(terminateWriters);
  while (
    !(await insertApp(first, "e").then(
      () => true,
      (error) => error.kind === "unique",
    ))
  )
    await Bun.sleep(10);
  await expect(openStore(temporary.url, deps)).rejects.toMatchObject({ kind: "in_use" });
  await first.close();
});

test("stores nothing after another process took over", async () => {
  await using temporary = await temporaryPostgresStore();
  await using server = new SQL(temporary.url, { max: 1 });
  const first = await openStore(temporary.url, deps);
  await server.unsafe(terminateWriters);
  const second = await openStore(temporary.url, deps);
  const outcome = async (): Promise<string> =>
    insertApp(first, "late").then(
      () => "stored",
      (error) => error.kind,
    );
  let refused = await outcome();
  // The first write after the cut may report the lost connection.
  while (refused === "unavailable") refused = await outcome();
  expect(refused).toBe("in_use");
  expect(await second.db.selectFrom("apps").select("id").execute()).toEqual([]);
  await Promise.all([first.close(), second.close()]);
});
