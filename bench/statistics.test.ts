import { describe, expect, test } from "bun:test";
import { median, quantile } from "./statistics.ts";

describe("median", () => {
  test("is the middle value for an odd count, in any order", () => {
    expect(median([9, 1, 5])).toBe(5);
  });
  test("is the mean of the 2 middle values for an even count", () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });
  test("throws for an empty list of runs", () => {
    expect(() => median([])).toThrow(RangeError);
  });
});

test("gives 99 as the 0.99 quantile of 1 to 100", () => {
  expect(
    quantile(
      Array.from({ length: 100 }, (_, index) => 100 - index),
      0.99,
    ),
  ).toBe(99);
});
