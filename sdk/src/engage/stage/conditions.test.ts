import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { decision, edition } from "../../../test/support/fixtures.ts";
import { createConditions } from "./conditions.ts";

test("starts a content's delay with the first check", () => {
  const clock = manualClock();
  let met_count = 0;
  // A delay doesn't use the window.
  const conditions = createConditions({} as Parameters<typeof createConditions>[0], clock, () => met_count++);
  const late = decision("late", { edition: edition({ delay_ms: 500 }) });
  expect(conditions.isDelayOver(decision("welcome"))).toBe(true);
  expect(conditions.isDelayOver(late)).toBe(false);
  clock.advance(499);
  expect([conditions.isDelayOver(late), met_count]).toEqual([false, 0]);
  clock.advance(1);
  expect([conditions.isDelayOver(late), met_count]).toEqual([true, 1]);
});
