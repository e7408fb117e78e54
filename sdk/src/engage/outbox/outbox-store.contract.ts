import { limits } from "@fanfare/contract/limits";
import type { OutboxStore } from "./outbox-store.ts";

/** Contract for all outbox stores. Each case receives an empty store and throws on a violation. */
export const OUTBOX_STORE_CASES: Readonly<Record<string, (store: OutboxStore<number>) => Promise<void>>> = {
  async "lists the items of the owners that are asked for, and of no other"(store) {
    await store.add([item("", 1), item("ada", 2), item("grace", 3)]);
    expectEqual(await values(store, ["ada", ""]), [1, 2]);
    expectEqual(await values(store, ["grace"]), [3]);
    expectEqual(await values(store, ["nobody"]), []);
  },

  async "keeps the order of arrival of each owner over several writes"(store) {
    await store.add([item("ada", 1), item("ada", 2)]);
    await Promise.all([store.add([item("ada", 3)]), store.add([item("ada", 4)])]);
    expectEqual(
      (await store.list(["ada"])).map(({ value }) => value),
      [1, 2, 3, 4],
    );
  },

  async "forgets what is removed, and only that"(store) {
    await store.add([item("", 1), item("", 2), item("", 3)]);
    const [, second] = await store.list([""]);
    await store.remove(second === undefined ? [] : [second.key]);
    expectEqual(await values(store, [""]), [1, 3]);
    await store.remove([]);
    await store.remove([12_345]);
    expectEqual(await values(store, [""]), [1, 3]);
  },

  async "gives no place twice"(store) {
    await store.add([item("", 1)]);
    const [first] = await store.list([""]);
    await store.remove(first === undefined ? [] : [first.key]);
    await store.add([item("", 2)]);
    const [second] = await store.list([""]);
    if (second === undefined || first === undefined || second.key <= first.key) {
      throw new Error(`The place ${second?.key} came after ${first?.key}.`);
    }
  },

  async "lists no more of an owner than one call may carry"(store) {
    const count = limits.events_per_request_max + 1;
    await store.add(Array.from({ length: count }, (_, value) => item("", value)));
    expectEqual((await store.list([""])).length, limits.events_per_request_max);
  },

  async "lets the oldest give way when it is full"(store) {
    const count = limits.outbox_events_max + 3;
    await store.add(Array.from({ length: count }, (_, value) => item("", value)));
    expectEqual((await store.list([""]))[0]?.value, 3);
    await store.add([item("", count)]);
    expectEqual((await store.list([""]))[0]?.value, 4);
  },
};

function item(owner: string, value: number) {
  return { owner, value };
}

async function values(store: OutboxStore<number>, owners: readonly string[]): Promise<readonly number[]> {
  return (await store.list(owners)).map(({ value }) => value).sort((left, right) => left - right);
}

function expectEqual(found: unknown, expected: unknown): void {
  const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
  if (left !== right) throw new Error(`Found ${left}, expected ${right}.`);
}
