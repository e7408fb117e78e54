import { expect, test } from "bun:test";
import { nextIndex } from "./row-keys.ts";

test("arrows lead from row to row, Home and End to the first and the last, and no key beyond them", () => {
  expect(nextIndex("ArrowDown", 3, 10)).toBe(4);
  expect(nextIndex("ArrowUp", 3, 10)).toBe(2);
  expect(nextIndex("Home", 3, 10)).toBe(0);
  expect(nextIndex("End", 3, 10)).toBe(9);
  expect(nextIndex("ArrowDown", 9, 10)).toBeUndefined();
  expect(nextIndex("ArrowUp", 0, 10)).toBeUndefined();
});

test("other keys stay what they are", () => {
  for (const key of ["Tab", "Enter", " ", "a", "PageDown", "toString"]) expect(nextIndex(key, 3, 10)).toBeUndefined();
});
