import { describe, expect, test } from "bun:test";
import { systemClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { type Socket, SQL } from "bun";
import { type Kysely, sql } from "kysely";
import { sampleRows } from "../../../test/support/sample-rows.ts";
import { temporaryPostgresStore } from "../../../test/support/temporary-store.ts";
import { silentLog } from "../../lib/log.ts";
import { openStore } from "../database.ts";
import { migrations } from "../migrations/migrations.ts";
import type { Schema } from "../schema/schema.ts";
import { type Statement, type Store, StoreError } from "../store.ts";
import { postgresPool } from "./connection.ts";
import { createPostgresExecutor } from "./writer.ts";

const deps = { clock: systemClock, log: silentLog };

const insertApp = (db: Kysely<Schema>, of: string): Statement => ({
  query: db.insertInto("apps").values(sampleRows(of).apps).compile(),
  expect: 1,
});

const grow = (db: Kysely<Schema>, of: string): Statement => ({
  query: sql`update apps set config_version = config_version + 1 where id = ${sampleRows(of).apps.id}`.compile(db),
  expect: 1,
});

const versionOf = async (store: Store, of: string): Promise<number> => {
  const row = store.db.selectFrom("apps").select("config_version").where("id", "=", sampleRows(of).apps.id);
  return (await row.executeTakeFirstOrThrow()).config_version;
};

test("a write that was never sent isn't reported as possibly stored", async () => {
  const executor = createPostgresExecutor(postgresPool("postgres://127.0.0.1:1/fanfare", 1, {}));
  await expect(executor.execute([], 1_000)).rejects.toThrow(/^Failed to connect .* Nothing was stored\. Try again\.$/);
  await executor.close();
});

describe("multiple nodes", () => {
  test("migrate an empty database once when starting at the same time", async () => {
    await using temporary = await temporaryPostgresStore();
    await temporary.store.close();
    await using server = new SQL(temporary.url, { max: 1 });
    await server.unsafe("drop schema public cascade; create schema public").simple();
    const stores = await Promise.all(Array.from({ length: 4 }, () => openStore(temporary.url, deps)));
    try {
      const applied = await server.unsafe("select number from schema_migrations");
      expect(applied).toHaveLength(migrations.length);
    } finally {
      await Promise.all(stores.map((store) => store.close()));
    }
  }, 30_000);

  test.each([
    ["in one batch", (store: Store, rows: readonly string[]) => [store.write(rows.map((of) => grow(store.db, of)))]],
    ["in a group", (store: Store, rows: readonly string[]) => rows.map((of) => store.write([grow(store.db, of)]))],
  ])(
    "store both writes when changing the same rows in opposite orders, %s",
    async (_, change) => {
      await using temporary = await temporaryPostgresStore();
      const one = temporary.store;
      const other = await openStore(temporary.url, deps);
      try {
        await one.write([insertApp(one.db, "a"), insertApp(one.db, "b")]);
        const writes: Promise<unknown>[] = [];
        for (let round = 0; round < 30; round++) {
          writes.push(...change(one, ["a", "b"]), ...change(other, ["b", "a"]));
          await Promise.race(writes.slice(-2));
        }
        const settled = await Promise.allSettled(writes);
        expect(settled.map((each) => each.status)).toEqual(settled.map(() => "fulfilled"));
        expect([await versionOf(one, "a"), await versionOf(one, "b")]).toEqual([61, 61]);
      } finally {
        await other.close();
      }
    },
    60_000,
  );
});

describe("failing database server", () => {
  test("loses and repeats no acknowledged write when cutting connections", async () => {
    await using temporary = await temporaryPostgresStore();
    const { store } = temporary;
    await store.write([insertApp(store.db, "counter")]);
    await using server = new SQL(temporary.url, { max: 1 });
    const acknowledged: string[] = [];
    const refused: unknown[] = [];
    let next = 0;
    const writer = async (): Promise<void> => {
      while (acknowledged.length < 400) {
        const of = `cut-${next++}`;
        try {
          await store.write([insertApp(store.db, of), grow(store.db, "counter")]);
          acknowledged.push(sampleRows(of).apps.id);
        } catch (cause) {
          refused.push(cause instanceof StoreError ? cause.kind : cause);
        }
      }
    };
    const cutter = async (): Promise<void> => {
      while (acknowledged.length < 400) {
        await server`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`;
        const goal = acknowledged.length + 20;
        while (acknowledged.length < Math.min(goal, 400)) await Bun.sleep(1);
      }
    };
    await Promise.all([writer(), writer(), writer(), cutter()]);
    expect(new Set(refused)).toEqual(new Set(["unavailable"]));
    const rows: { id: string }[] = await server`select id from apps where id <> 'app-counter'`;
    const stored = new Set(rows.map((row) => row.id));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    expect(await versionOf(store, "counter")).toBe(1 + stored.size);
  }, 60_000);

  test("rejects a write at its deadline when frozen and stores the next after that", async () => {
    await using temporary = await temporaryPostgresStore();
    using proxy = freezable(temporary.url);
    const executor = createPostgresExecutor(postgresPool(proxy.url, 1, {}));
    const select = [[{ sql: "select 1 as one", parameters: [] }]];
    try {
      expect(await executor.execute(select, 2_000)).toHaveLength(1);
      proxy.freeze();
      await expect(executor.execute(select, 200)).rejects.toMatchObject({ kind: "unavailable" });
      await expect(executor.execute(select, 200)).rejects.toMatchObject({ kind: "unavailable" });
      proxy.thaw();
      expect(await executor.execute(select, limits.store_deadline_ms)).toHaveLength(1);
    } finally {
      await executor.close();
    }
  }, 30_000);

  test("rejects opening when unreachable with a reason without a password", async () => {
    const opening = openStore("postgres://user:secret@127.0.0.1:1/fanfare", deps);
    const cause = await opening.catch((error: unknown) => error);
    expect(cause).toMatchObject({ name: "StoreError", kind: "unavailable" });
    expect(String(cause)).not.toContain("secret");
  }, 30_000);
});

/** TCP proxy that can stop forwarding without closing connections, like a frozen machine. */
function freezable(url: string): { url: string; freeze(): void; thaw(): void; [Symbol.dispose](): void } {
  type Way = { other: Socket<Way> | undefined; waiting: Uint8Array[] };
  const target = new URL(url);
  const ways = new Set<Socket<Way>>();
  let frozen = false;
  const forward = (from: Socket<Way>): void => {
    const { other, waiting } = from.data;
    if (frozen || other === undefined) return;
    for (const bytes of waiting.splice(0)) other.write(bytes);
  };
  const handlers = {
    data(from: Socket<Way>, bytes: Uint8Array) {
      // Copy: Bun may reuse the buffer.
      from.data.waiting.push(bytes.slice());
      forward(from);
    },
    close: (from: Socket<Way>) => void from.data.other?.end(),
  };
  const listener = Bun.listen<Way>({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      ...handlers,
      open(client) {
        client.data = { other: undefined, waiting: [] };
        ways.add(client);
        void Bun.connect<Way>({
          hostname: target.hostname,
          port: Number(target.port),
          socket: handlers,
          data: { other: client, waiting: [] },
        }).then((server) => {
          client.data.other = server;
          ways.add(server);
          forward(client);
        });
      },
    },
  });
  return {
    url: Object.assign(new URL(url), { host: `127.0.0.1:${listener.port}` }).href,
    freeze: () => {
      frozen = true;
    },
    thaw: () => {
      frozen = false;
      for (const way of ways) forward(way);
    },
    [Symbol.dispose]: () => listener.stop(true),
  };
}
