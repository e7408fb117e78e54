import { describe, expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { flushPromises } from "../../../test/support/fixtures.ts";
import { browserStore } from "./browser-store.ts";
import { createDatabase } from "./database.ts";
import { memoryStore } from "./memory-store.ts";
import { OUTBOX_STORE_CASES } from "./outbox-store.contract.ts";

describe("memory store", () => {
  for (const [rule, check] of Object.entries(OUTBOX_STORE_CASES)) test(rule, () => check(memoryStore()));
});

const storeOf = (indexedDB: () => IDBFactory, clock = manualClock(), allowed = () => true) =>
  browserStore<number>(createDatabase({ clock, allowed, indexedDB }, "fanfare:key"), "events");

describe("browser store with a blocked database", () => {
  for (const [rule, check] of Object.entries(OUTBOX_STORE_CASES)) {
    test(rule, () =>
      check(
        storeOf(() => {
          throw new Error("SecurityError");
        }),
      ),
    );
  }
});

test("falls back to memory if the database never responds", async () => {
  const clock = manualClock();
  // Requests that never complete.
  const silent = { open: () => ({}), databases: () => new Promise(() => {}) } as unknown as IDBFactory;
  const store = storeOf(() => silent, clock);
  const listed: unknown[] = [];
  void store.list([""]).then((list) => listed.push(list));
  await flushPromises();
  expect(listed).toEqual([]);
  clock.advance(limits.outbox_before_boot_ms);
  await flushPromises();
  expect(listed).toEqual([[]]);
  let safe = false;
  void store.add([{ owner: "", value: 1 }]).then(() => {
    safe = true;
  });
  await flushPromises();
  expect(safe).toBe(false);
  clock.advance(limits.outbox_before_boot_ms);
  await flushPromises();
  expect(safe).toBe(true);
  expect(await store.list([""])).toMatchObject([{ value: 1 }]);
});

test("opens only an existing database to read, once for all queues", async () => {
  const names: { name: string }[] = [];
  const opened: string[] = [];
  const factory = {
    databases: async () => names,
    open(name: string) {
      opened.push(name);
      return {};
    },
  } as unknown as IDBFactory;
  const clock = manualClock();
  const open = createDatabase({ clock, allowed: () => true, indexedDB: () => factory }, "fanfare:key");
  expect(await browserStore(open, "events").list([""])).toEqual([]);
  expect(opened).toEqual([]);
  names.push({ name: "fanfare:other" }, { name: "fanfare:key" });
  const looks = [browserStore(open, "events").list([""]), browserStore(open, "calls").list([""])];
  await flushPromises();
  expect(opened).toEqual(["fanfare:key"]);
  clock.advance(limits.outbox_before_boot_ms);
  expect(await Promise.all(looks)).toEqual([[], []]);
});

test("opens the database to read if the browser can't list databases", async () => {
  const opened: string[] = [];
  const factory = {
    open(name: string) {
      opened.push(name);
      return {};
    },
  } as unknown as IDBFactory;
  void storeOf(() => factory).list([""]);
  await flushPromises();
  expect(opened).toEqual(["fanfare:key"]);
});

test("never opens the database without consent", async () => {
  let opened = 0;
  const indexedDB = (): IDBFactory => {
    opened++;
    throw new Error("Not asked for.");
  };
  const store = storeOf(indexedDB, manualClock(), () => false);
  await store.add([{ owner: "", value: 1 }]);
  expect(await store.list([""])).toHaveLength(1);
  await store.remove([-1]);
  expect(opened).toBe(0);
});
