import { expect, test } from "bun:test";
import { seededRng } from "@fanfare/contract/lib/rng";
import { flushPromises } from "../../../test/support/fixtures.ts";
import { createLane } from "./lane.ts";

/** The part of Web Locks that a lane uses, with asynchronous turns as in browsers. */
function fakeLocks(rng: { next(): number }) {
  let held = false;
  const queue: (() => void)[] = [];
  const pause = async (): Promise<void> => {
    for (let turns = Math.floor(rng.next() * 4); turns > 0; turns--) await Promise.resolve();
  };
  const run = async (task: (lock: object | null) => unknown): Promise<void> => {
    held = true;
    await task({});
    await pause();
    held = false;
    queue.shift()?.();
  };
  const locks = {
    async request(_: string, options: unknown, task?: (lock: object | null) => unknown): Promise<void> {
      await pause();
      if (typeof options === "function") {
        while (held) await new Promise<void>((free) => queue.push(free));
        return run(options as () => unknown);
      }
      return held ? void task?.(null) : run(task ?? (() => {}));
    },
  };
  // The lane uses no other members.
  return locks as unknown as LockManager;
}

test.each([1, 2, 3, 4, 5])("gives 20 competing tabs the screen one at a time, each in turn (seed %p)", async (seed) => {
  const rng = seededRng(seed);
  const locks = fakeLocks(rng);
  let holders = 0;
  let most = 0;
  const served = new Set<number>();
  for (let tab = 0; tab < 20; tab++) {
    const take = createLane(locks, "lane");
    const attempt = async (): Promise<void> => {
      if (served.has(tab)) return;
      const leave = await take(() => void attempt());
      if (leave === undefined) return;
      holders++;
      most = Math.max(most, holders);
      served.add(tab);
      await flushPromises();
      holders--;
      leave();
    };
    void attempt();
  }
  for (let turn = 0; turn < 2_000 && served.size < 20; turn++) await flushPromises();
  expect(most).toBe(1);
  expect(served.size).toBe(20);
});
