import { describe, expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/clock";
import { limits } from "@fanfare/contract/limits";
import { settle } from "../testing.ts";
import { OUTBOX_STORE_CASES } from "./outbox-store.contract.ts";
import { browserStore, memoryStore } from "./outbox-store.ts";

describe("the store in memory", () => {
  for (const [rule, check] of Object.entries(OUTBOX_STORE_CASES)) test(rule, () => check(memoryStore()));
});

describe("the store of a browser that blocks its database", () => {
  for (const [rule, check] of Object.entries(OUTBOX_STORE_CASES)) {
    test(rule, () =>
      check(
        browserStore(
          {
            clock: manualClock(),
            allowed: () => true,
            indexedDB() {
              throw new Error("SecurityError");
            },
          },
          "fanfare:key",
          "events",
        ),
      ),
    );
  }
});

test("a database that never answers is given up, and what waited for it is kept in memory", async () => {
  const clock = manualClock();
  // An opening request that no event ever follows.
  const silent = { open: () => ({}) } as unknown as IDBFactory;
  const store = browserStore<number>({ clock, allowed: () => true, indexedDB: () => silent }, "fanfare:key", "events");
  let safe = false;
  void store.add([{ owner: "", value: 1 }]).then(() => {
    safe = true;
  });
  await settle();
  expect(safe).toBe(false);
  clock.advance(limits.outbox_before_boot_ms);
  await settle();
  expect(safe).toBe(true);
  expect(await store.list([""])).toMatchObject([{ value: 1 }]);
});

test("without consent the database is not even opened", async () => {
  let opened = 0;
  const indexedDB = (): IDBFactory => {
    opened++;
    throw new Error("Not asked for.");
  };
  const store = browserStore<number>(
    { clock: manualClock(), allowed: () => false, indexedDB },
    "fanfare:key",
    "events",
  );
  await store.add([{ owner: "", value: 1 }]);
  expect(await store.list([""])).toHaveLength(1);
  await store.remove([-1]);
  expect(opened).toBe(0);
});
