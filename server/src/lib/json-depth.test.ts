import { expect, test } from "bun:test";
import { exceedsDepth } from "./json-depth.ts";

test.each([
  ["[[1]]", 1, true],
  ["[[1]]", 2, false],
  ['{"a":{"b":[]}}', 2, true],
  ['{"a":{"b":[]}}', 3, false],
  ["[],[],[]", 1, false],
  ['"[[[["', 0, false],
  ['"\\"[[[["', 0, false],
  ['"\\\\"[[', 1, true],
  ["", 0, false],
])("checks whether %p nests deeper than %i: %p", (text, depth_max, expected) => {
  expect(exceedsDepth(text, depth_max)).toBe(expected);
});

test("counts 1 MiB of brackets without recursion", () => {
  expect(exceedsDepth("[".repeat(1024 * 1024), 2_000_000)).toBe(false);
});
