import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { sampleRows } from "../../../test/support/sample-rows.ts";
import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { watchWorkers } from "../../../test/support/watched-workers.ts";
import { createReaderPool } from "./reader-pool.ts";

const select = { sql: "select 1 as one", parameters: [] };
const REFUSED = { kind: "unavailable" };

/** Like a promise of `expect(…).rejects`, without waiting for it. */
function outcomeOf(read: Promise<unknown>): Promise<unknown> {
  return read.catch((error: unknown) => error);
}

test("a background read sees each acknowledged write", async () => {
  await using temporary = await temporaryStore();
  const { store } = temporary;
  for (const id of ["1", "2", "3"]) {
    await store.write([{ query: store.db.insertInto("apps").values(sampleRows(id).apps).compile(), expect: 1 }]);
    const rows = await store.background_db.selectFrom("apps").select("id").execute();
    expect(rows).toHaveLength(Number(id));
  }
});

test("a background read can't write, and reports the error of its statement", async () => {
  await using temporary = await temporaryStore();
  await using readers = poolOf(temporary.path);
  expect(await outcomeOf(readers.read({ sql: "delete from apps", parameters: [] }))).toMatchObject(REFUSED);
  expect(await outcomeOf(readers.read({ sql: "select wrong", parameters: [] }))).toMatchObject({ kind: "invalid" });
});

test("a reader that stopped refuses its read, and is replaced for the next", async () => {
  using threads = watchWorkers("reader.ts");
  await using temporary = await temporaryStore();
  await using readers = poolOf(temporary.path);
  expect(await readers.read(select)).toEqual([{ one: 1 }]);
  threads.hold();
  const refused = outcomeOf(readers.read(select));
  await threads.holding();
  threads.started[0]?.dispatchEvent(new ErrorEvent("error", { message: "planted" }));
  expect(await refused).toMatchObject({ ...REFUSED, message: expect.stringContaining("planted") });
  threads.started[0]?.terminate();
  threads.release();
  expect(await readers.read(select)).toEqual([{ one: 1 }]);
  expect(threads.started).toHaveLength(2);
});

test("reads beyond the queue are refused, and waiting reads end at their deadline", async () => {
  const clock = manualClock(0);
  using threads = watchWorkers("reader.ts");
  await using temporary = await temporaryStore();
  await using readers = poolOf(temporary.path, clock);
  threads.hold();
  const waiting = Array.from({ length: limits.sqlite_readers_max + limits.read_queue_max }, () =>
    outcomeOf(readers.read(select)),
  );
  expect(await outcomeOf(readers.read(select))).toMatchObject(REFUSED);
  expect(threads.held).toHaveLength(limits.sqlite_readers_max);
  clock.advance(limits.background_read_deadline_ms);
  for (const each of waiting) expect(await each).toMatchObject(REFUSED);
  // Threads answer late, and take the next read.
  const next = readers.read(select);
  threads.release();
  expect(await next).toEqual([{ one: 1 }]);
  expect(threads.started).toHaveLength(limits.sqlite_readers_max);
});

test("closing refuses reads that wait or run", async () => {
  using threads = watchWorkers("reader.ts");
  await using temporary = await temporaryStore();
  const readers = createReaderPool(temporary.path, manualClock(0));
  threads.hold();
  const all = [1, 2, 3].map(() => outcomeOf(readers.read(select)));
  await readers.close();
  for (const each of all) expect(await each).toMatchObject(REFUSED);
  expect(await outcomeOf(readers.read(select))).toMatchObject(REFUSED);
});

function poolOf(path: string, clock = manualClock(0)) {
  const pool = createReaderPool(path, clock);
  return Object.assign(pool, { [Symbol.asyncDispose]: () => pool.close() });
}
