import { expect, test } from "bun:test";
import { changedFields, describeGoalChanges, goalFormSchema, mergeGoals, NEW_GOAL } from "./goal-form.ts";

const base = { ...NEW_GOAL, name: "First order", event_name: "order_created" };

test("merges changes to different fields and identical changes", () => {
  const mine = { ...base, name: "An order", window_days: 3 };
  const theirs = { ...base, celebration: "fireworks", window_days: 3 } as const;
  expect(mergeGoals(base, mine, theirs)).toEqual({ ...theirs, name: "An order" });
});

test("reports a conflict when both sides change the same field", () => {
  expect(mergeGoals(base, { ...base, name: "Mine" }, { ...base, name: "Theirs" })).toBeUndefined();
});

test("compares properties by their tests, and describes them", () => {
  const props = [{ name: "total", test: { type: "number", op: "between", min: 100, max: 500 } }] as const;
  const goal = { ...base, props };
  expect(changedFields(goal, { ...base, props: structuredClone(props) })).toEqual([]);
  expect(describeGoalChanges(base, goal)).toEqual(["properties: total is from 100 to 500"]);
  expect(describeGoalChanges(goal, base)).toEqual(["no properties"]);
  const valid = (test: object) => goalFormSchema.safeParse({ ...goal, props: [{ name: "total", test }] }).success;
  expect([valid(props[0].test), valid({ type: "text", op: "is", value: "" })]).toEqual([true, false]);
});

test("lists changes field by field with their new values", () => {
  const goal = { ...base, window_days: 1, attribution: "first" } as const;
  expect(changedFields(base, goal)).toEqual(["window_days", "attribution"]);
  expect(describeGoalChanges(base, goal)).toEqual(["attribution window: 1 day", "attribution: first content"]);
  expect(describeGoalChanges(base, base)).toEqual(["no visible changes"]);
});
