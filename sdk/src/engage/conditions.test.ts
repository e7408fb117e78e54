import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/clock";
import { decision, edition } from "../testing.ts";
import { createConditions } from "./conditions.ts";

test("a content's own delay begins with the first question", () => {
  const clock = manualClock();
  let met = 0;
  // A delay reads nothing of the window.
  const conditions = createConditions({} as Parameters<typeof createConditions>[0], clock, () => met++);
  const late = decision("late", { edition: edition({ delay_ms: 500 }) });
  expect(conditions.isRipe(decision("welcome"))).toBe(true);
  expect(conditions.isRipe(late)).toBe(false);
  clock.advance(499);
  expect([conditions.isRipe(late), met]).toEqual([false, 0]);
  clock.advance(1);
  expect([conditions.isRipe(late), met]).toEqual([true, 1]);
});
