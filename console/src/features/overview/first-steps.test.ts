import { expect, test } from "bun:test";
import { remainingSteps, weekOverWeek } from "./first-steps.ts";

const NONE = { connected: false, published: false, invited: false, said: false, goal: false };
const ADMIN = { edits: true, administers: true };

test("what is done is not asked for again, and nobody is asked for what they may not do", () => {
  expect(remainingSteps(NONE, ADMIN).map(({ id }) => id)).toEqual([
    "connected",
    "published",
    "said",
    "goal",
    "invited",
  ]);
  expect(remainingSteps({ ...NONE, published: true }, { edits: true, administers: false }).map(({ id }) => id)).toEqual(
    ["said", "goal"],
  );
  expect(remainingSteps({ connected: true, published: true, invited: true, said: true, goal: true }, ADMIN)).toEqual(
    [],
  );
  expect(remainingSteps(NONE, { edits: false, administers: false })).toEqual([]);
});

test("seven days with today are set beside the seven before", () => {
  expect(weekOverWeek([5, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 9])).toEqual({ today: 9, week: 21, before: 7 });
});
