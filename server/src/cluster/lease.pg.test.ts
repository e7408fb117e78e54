import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import type { NodeId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { sql } from "kysely";
import { sampleRows } from "../../test/support/sample-rows.ts";
import { emptyPostgresStore } from "../../test/support/temporary-store.ts";
import { silentLog } from "../lib/log.ts";
import { kyselyOverPostgres, postgresPool } from "../store/postgres/connection.ts";
import type { Store } from "../store/store.ts";
import { type Fence, holdLease } from "./lease.ts";

const insertApp = (store: Store, of: string) =>
  store.write([{ query: store.db.insertInto("apps").values(sampleRows(of).apps).compile(), expect: 1 }]);

test("a node that was frozen while another took over stores nothing under its old lease", async () => {
  await using temporary = await emptyPostgresStore();
  const { store, url } = temporary;
  const db = kyselyOverPostgres(postgresPool(url, 1, {}));
  const node = (id: string) => {
    const clock = manualClock(0);
    const fences: Fence[] = [];
    const began: PromiseWithResolvers<void>[] = [Promise.withResolvers(), Promise.withResolvers()];
    const lease = holdLease(
      "work",
      // Cast: any text is an ID here.
      { clock, log: silentLog, db, node_id: id as NodeId },
      { begin: async (fence) => began[fences.push(fence) - 1]?.resolve(), end: async () => {} },
    );
    /** Store of the work's first or second time. */
    const workStore = async (time: 0 | 1): Promise<Store> => {
      await began[time]?.promise;
      return fences[time]?.(store) ?? store;
    };
    return { clock, lease, workStore };
  };
  const frozen = node("nod_1");
  const late = await frozen.workStore(0);
  expect(await insertApp(late, "before")).toMatchObject({ outcome: "committed", results: [{ affected: 1 }] });

  // The database's time passes. The clock of the frozen node stands still, so it doesn't know.
  await sql`update leases set until = 0`.execute(db);
  const next = node("nod_2");
  const current = await next.workStore(0);
  await expect(insertApp(late, "late")).rejects.toMatchObject({
    kind: "unavailable",
    message: 'Another node took over "work". Nothing was stored.',
  });
  expect(await insertApp(current, "after")).toMatchObject({ outcome: "committed" });
  expect(await insertApp(current, "after").catch(({ kind }) => kind)).toBe("unique");

  // Back later, the node begins again under another token. What it began before stays refused.
  await next.lease.stop();
  frozen.clock.advance(limits.lease_renew_ms);
  expect(await insertApp(await frozen.workStore(1), "back")).toMatchObject({ outcome: "committed" });
  await expect(insertApp(late, "again")).rejects.toMatchObject({ kind: "unavailable" });
  await frozen.lease.stop();
  const ids = (await store.db.selectFrom("apps").select("id").execute()).map(({ id }): string => id);
  expect(ids.toSorted()).toEqual(["after", "back", "before"].map((of): string => sampleRows(of).apps.id).toSorted());
  await db.destroy();
});

/** A node whose work ends when it's told. `settled`: resolves after the node's present attempt to renew. */
async function slowNode(url: string) {
  const clock = manualClock(0);
  const db = kyselyOverPostgres(postgresPool(url, 1, {}));
  const calls: string[] = [];
  const began = Promise.withResolvers<void>();
  const slow = Promise.withResolvers<void>();
  const work = {
    async begin() {
      calls.push("begin");
      began.resolve();
    },
    async end() {
      calls.push("end");
      await slow.promise;
      calls.push("ended");
    },
  };
  const lease = holdLease("work", { clock, log: silentLog, db, node_id: "nod_1" as NodeId }, work);
  await began.promise;
  const settled = async (): Promise<void> => {
    // The pool has one connection, so this waits for the lease's statement.
    await sql`select 1`.execute(db);
    await Bun.sleep(0);
  };
  await settled();
  return { clock, db, calls, lease, settled, endWork: slow.resolve };
}

test("work begins again only after it has ended", async () => {
  await using temporary = await emptyPostgresStore();
  const { clock, db, calls, lease, settled, endWork } = await slowNode(temporary.url);
  // The attempt to renew is still under way when the lease expires.
  clock.advance(limits.lease_held_ms_max);
  await settled();
  expect(calls).toEqual(["begin", "end"]);
  endWork();
  await settled();
  expect(calls).toEqual(["begin", "end", "ended", "begin"]);
  await lease.stop();
  await db.destroy();
});

test("work that took longer to end than the lease lasts waits for the next attempt", async () => {
  await using temporary = await emptyPostgresStore();
  const { clock, db, calls, lease, settled, endWork } = await slowNode(temporary.url);
  clock.advance(limits.lease_held_ms_max);
  await settled();
  clock.advance(limits.lease_held_ms_max);
  endWork();
  await settled();
  expect(calls).toEqual(["begin", "end", "ended"]);
  clock.advance(limits.lease_renew_ms);
  await settled();
  expect(calls).toEqual(["begin", "end", "ended", "begin"]);
  await lease.stop();
  await db.destroy();
});

test("stopping waits for work that is ending, and then lets another node begin", async () => {
  await using temporary = await emptyPostgresStore();
  const { clock, db, calls, lease, settled, endWork } = await slowNode(temporary.url);
  clock.advance(limits.lease_held_ms_max);
  await settled();
  const stopped = lease.stop().then(() => calls.push("stopped"));
  await settled();
  const until = async () => Number((await sql<{ until: number }>`select until from leases`.execute(db)).rows[0]?.until);
  expect([...calls, (await until()) > 0]).toEqual(["begin", "end", true]);
  endWork();
  await stopped;
  expect([...calls, await until()]).toEqual(["begin", "end", "ended", "stopped", 0]);
  await db.destroy();
});
