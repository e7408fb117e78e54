import { expect, test } from "bun:test";
import { remainingSteps, weekOverWeek } from "./first-steps.ts";

const NONE = { connected: false, published: false, invited: false, said: false, goal: false };
const EDITOR = ["content.write", "live_update.send", "goal.write"];
const ADMIN = [...EDITOR, "app.write", "member.write"];

test("hides steps that are done or that the member may not do", () => {
  expect(remainingSteps(NONE, ADMIN).map(({ id }) => id)).toEqual([
    "connected",
    "published",
    "said",
    "goal",
    "invited",
  ]);
  expect(remainingSteps({ ...NONE, published: true }, EDITOR).map(({ id }) => id)).toEqual(["said", "goal"]);
  expect(remainingSteps({ connected: true, published: true, invited: true, said: true, goal: true }, ADMIN)).toEqual(
    [],
  );
  expect(remainingSteps(NONE, [])).toEqual([]);
});

test("compares the last 7 days, including today, with the 7 days before", () => {
  expect(weekOverWeek([5, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 9])).toEqual({ today: 9, week: 21, before: 7 });
});
