import { expect, test } from "bun:test";
import { changedIn, goalChanges, goalOfBoth, NEW_GOAL } from "./goal-wish.ts";

const base = { ...NEW_GOAL, name: "First order", event_name: "order_created" };

test("changes of different fields are kept together, and the same change made twice is one", () => {
  const mine = { ...base, name: "An order", window_days: 3 };
  const theirs = { ...base, celebration: "fireworks", window_days: 3 } as const;
  expect(goalOfBoth(base, mine, theirs)).toEqual({ ...theirs, name: "An order" });
});

test("where both changed one field to something else, nobody's is kept unasked", () => {
  expect(goalOfBoth(base, { ...base, name: "Mine" }, { ...base, name: "Theirs" })).toBeUndefined();
});

test("what was changed is told field by field, with what it became", () => {
  const wish = { ...base, window_days: 1, attribution: "first" } as const;
  expect(changedIn(base, wish)).toEqual(["window_days", "attribution"]);
  expect(goalChanges(base, wish)).toEqual(["counts for a content of 1 day", "of several contents the first"]);
  expect(goalChanges(base, base)).toEqual(["nothing that this form shows"]);
});
