import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { DAY_MS } from "../limits.ts";
import { manualClock, systemClock } from "./clock.ts";

describe("manual clock", () => {
  test("advances only on request, by exactly the given amount", () => {
    fc.assert(
      fc.property(fc.integer(), fc.array(fc.nat(DAY_MS), { maxLength: 10 }), (start_ms, steps) => {
        const clock = manualClock(start_ms);
        for (const step of steps) clock.advance(step);
        expect(clock.now()).toBe(steps.reduce((sum, step) => sum + step, start_ms));
      }),
    );
  });

  test("runs timers by due time, then in creation order", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50), { maxLength: 30 }), (delays) => {
        const clock = manualClock(1_000);
        const ran: { delay: number; index: number; at: number }[] = [];
        delays.forEach((delay, index) => {
          clock.after(delay, () => ran.push({ delay, index, at: clock.now() }));
        });
        clock.advance(50);
        expect(ran.map(({ delay, index }) => ({ delay, index }))).toEqual(
          delays.map((delay, index) => ({ delay, index })).sort((a, b) => a.delay - b.delay || a.index - b.index),
        );
        for (const each of ran) expect(each.at).toBe(1_000 + each.delay);
        expect(clock.pending()).toBe(0);
      }),
    );
  });

  test("runs a timer once and never early", () => {
    const clock = manualClock();
    let runs = 0;
    clock.after(10, () => runs++);
    clock.advance(9);
    expect(runs).toBe(0);
    clock.advance(1);
    clock.advance(100);
    expect(runs).toBe(1);
  });

  test("runs a timer set by another timer once due", () => {
    const clock = manualClock();
    const ran: number[] = [];
    const tick = (): void => {
      ran.push(clock.now());
      if (ran.length < 3) clock.after(10, tick);
    };
    clock.after(10, tick);
    clock.advance(25);
    expect(ran).toEqual([10, 20]);
    expect(clock.pending()).toBe(1);
  });

  test("drops canceled timers, including those canceled in the same moment", () => {
    const clock = manualClock();
    const ran: string[] = [];
    const cancel = clock.after(5, () => ran.push("never"));
    clock.after(4, () => {
      ran.push("first");
      cancel();
    });
    clock.advance(10);
    cancel();
    expect(ran).toEqual(["first"]);
  });

  test("never goes back, even when advanced by a timer", () => {
    const clock = manualClock();
    clock.after(5, () => clock.advance(100));
    clock.advance(10);
    expect(clock.now()).toBe(105);
  });
});

test("cancels timers of the platform clock", async () => {
  let ran = false;
  const cancel = systemClock.after(0, () => {
    ran = true;
  });
  cancel();
  cancel();
  await new Promise<void>((resolve) => systemClock.after(5, resolve));
  expect(ran).toBe(false);
});
