import { expect, test } from "bun:test";
import { changedFields, describeGoalChanges, mergeGoals, NEW_GOAL } from "./goal-form.ts";

const base = { ...NEW_GOAL, name: "First order", event_name: "order_created" };

test("merges changes to different fields and identical changes", () => {
  const mine = { ...base, name: "An order", window_days: 3 };
  const theirs = { ...base, celebration: "fireworks", window_days: 3 } as const;
  expect(mergeGoals(base, mine, theirs)).toEqual({ ...theirs, name: "An order" });
});

test("reports a conflict when both sides change the same field", () => {
  expect(mergeGoals(base, { ...base, name: "Mine" }, { ...base, name: "Theirs" })).toBeUndefined();
});

test("lists changes field by field with their new values", () => {
  const goal = { ...base, window_days: 1, attribution: "first" } as const;
  expect(changedFields(base, goal)).toEqual(["window_days", "attribution"]);
  expect(describeGoalChanges(base, goal)).toEqual(["attribution window: 1 day", "attribution: first content"]);
  expect(describeGoalChanges(base, base)).toEqual(["no visible changes"]);
});
