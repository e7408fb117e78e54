import { expect, test } from "bun:test";
import { nextIndex } from "./row-keys.ts";

test("moves by arrow keys, Home, and End, and stops at both ends", () => {
  expect(nextIndex("ArrowDown", 3, 10)).toBe(4);
  expect(nextIndex("ArrowUp", 3, 10)).toBe(2);
  expect(nextIndex("Home", 3, 10)).toBe(0);
  expect(nextIndex("End", 3, 10)).toBe(9);
  expect(nextIndex("ArrowDown", 9, 10)).toBeUndefined();
  expect(nextIndex("ArrowUp", 0, 10)).toBeUndefined();
});

test("ignores other keys", () => {
  for (const key of ["Tab", "Enter", " ", "a", "PageDown", "toString"]) expect(nextIndex(key, 3, 10)).toBeUndefined();
});
