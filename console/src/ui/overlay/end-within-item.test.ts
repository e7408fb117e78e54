import { expect, test } from "bun:test";
import { endWithin } from "./end-within-item.ts";

const items = [0, 1, 2].map((index) => ({ start: 4 + 40 * index, size: 40 }));

test("a list ends in the middle of the last item whose middle there is room for", () => {
  expect(endWithin(items, 86)).toBe(64);
  expect(endWithin(items, 103)).toBe(64);
  expect(endWithin(items, 104)).toBe(104);
});

test("a list without room for half an item keeps its height", () => {
  expect(endWithin(items, 20)).toBeUndefined();
  expect(endWithin([], 100)).toBeUndefined();
});
