import { describe, expect, test } from "bun:test";
import { median, quantile } from "./statistics.ts";

describe("median", () => {
  test("is the middle of an odd number of values, whatever their order", () => {
    expect(median([9, 1, 5])).toBe(5);
  });
  test("is the mean of the two in the middle of an even number of values", () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });
  test("refuses to invent a value for no runs", () => {
    expect(() => median([])).toThrow(RangeError);
  });
});

test("the 0.99 quantile of 1 to 100 is 99", () => {
  expect(
    quantile(
      Array.from({ length: 100 }, (_, index) => 100 - index),
      0.99,
    ),
  ).toBe(99);
});
