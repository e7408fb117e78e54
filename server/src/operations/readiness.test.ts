import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { temporaryStore } from "../../test/support/temporary-store.ts";
import { jsonLog } from "../lib/log.ts";
import { insertWorkspace } from "../store/statements/accounts/workspace.ts";
import { MAYBE_STORED, type Store, StoreError, type StoreErrorKind } from "../store/store.ts";
import { createReadiness } from "./readiness.ts";

const CREATED_MS = Date.parse("2026-11-01T00:00:00Z");

async function readiness({
  free_bytes = undefined as number | undefined,
  now_ms = CREATED_MS,
  database_ms = undefined as number | undefined,
} = {}) {
  const temporary = await temporaryStore();
  const { db } = temporary.store;
  const row = { name: "Acme", installation_id: "01a205e3-bc26-779e-9def-99a11e05893c", created_at: CREATED_MS };
  await temporary.store.write([{ query: insertWorkspace(db, row), expect: 1 }]);
  const clock = manualClock(now_ms);
  const disk = { free_bytes, writes: 0, failing: undefined as StoreErrorKind | undefined };
  const store: Pick<Store, "db" | "write"> = {
    db,
    async write(batch) {
      disk.writes++;
      if (disk.failing !== undefined) throw new StoreError(disk.failing, `planted ${MAYBE_STORED}`);
      return await temporary.store.write(batch);
    },
  };
  const lines: string[] = [];
  const log = jsonLog({ clock, level: "info", write: (line) => void lines.push(line) });
  const checks = createReadiness({
    ...{ clock, store, log },
    freeBytes: async () => disk.free_bytes,
    databaseNow: database_ms === undefined ? undefined : async () => database_ms,
  });
  return { ...temporary, lines, clock, disk, check: () => checks.check(), status: () => checks.status() };
}

test("is ready after a write, and probes in between share its result", async () => {
  await using server = await readiness();
  expect(await Promise.all([server.check(), server.check(), server.check()])).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  server.clock.advance(limits.ready_write_interval_ms - 1);
  await server.check();
  expect(server.disk.writes).toBe(1);
  server.clock.advance(1);
  await server.check();
  expect(server.disk.writes).toBe(2);
});

test.each([
  ["disk_full", "disk_full"],
  ["unavailable", "store_unavailable"],
] as const)("isn't ready while writes fail with %s, and recovers by itself", async (kind, reason) => {
  await using server = await readiness();
  server.disk.failing = kind;
  expect(await server.check()).toBe(reason);
  server.disk.failing = undefined;
  server.clock.advance(limits.ready_write_interval_ms);
  expect(await server.check()).toBeUndefined();
});

test.each([
  [-31, "clock_wrong"],
  [-29, undefined],
  [29, undefined],
  [31, "clock_wrong"],
] as const)("tells a clock that is %d s from the one that all servers share", async (offset_s, reason) => {
  const database_ms = CREATED_MS + 60_000;
  await using server = await readiness({ database_ms, now_ms: database_ms + offset_s * 1_000 });
  expect(await server.check()).toBe(reason);
});

test("remembers since when it isn't ready", async () => {
  await using server = await readiness();
  expect(await server.status()).toBeUndefined();
  server.disk.failing = "disk_full";
  server.clock.advance(limits.ready_write_interval_ms);
  const since_ms = server.clock.now();
  for (let probe = 0; probe < 3; probe++) {
    expect(await server.status()).toEqual({ reason: "disk_full", since_ms });
    server.clock.advance(limits.ready_write_interval_ms);
  }
  server.disk.failing = undefined;
  expect(await server.status()).toBeUndefined();
});

test("logs why it isn't ready once, and that it's ready again, without advice for writes", async () => {
  await using server = await readiness();
  for (const failing of ["unavailable", "unavailable", undefined, undefined] as const) {
    server.disk.failing = failing;
    await server.check();
    server.clock.advance(limits.ready_write_interval_ms);
  }
  expect(server.lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: "warn", event: "not_ready", error: { name: "StoreError", message: "planted" } },
    { level: "warn", event: "readiness_changed", reason: "store_unavailable" },
    { level: "info", event: "readiness_changed", reason: null },
  ]);
});

test("isn't ready below the disk reserve", async () => {
  await using server = await readiness({ free_bytes: limits.disk_reserve_bytes - 1 });
  expect(await server.check()).toBe("disk_low");
});

test("isn't ready with a clock before the workspace's creation", async () => {
  await using server = await readiness({ now_ms: CREATED_MS - limits.clock_skew_ms_max - 1 });
  expect(await server.check()).toBe("clock_wrong");
  server.clock.advance(limits.ready_write_interval_ms);
  expect(await server.check()).toBeUndefined();
});
