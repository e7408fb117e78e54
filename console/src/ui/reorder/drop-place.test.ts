import { expect, test } from "bun:test";
import { dropPlace, yieldedPlaces } from "./drop-place.ts";

/** A short item, a tall one, and another short one. */
const SPANS = [
  { start: 0, size: 40 },
  { start: 40, size: 80 },
  { start: 120, size: 40 },
];

test("passes an item when the leading edge passes its middle", () => {
  expect([0, 39, 41, 99, 101, 500].map((distance) => dropPlace(SPANS, 0, distance))).toEqual([0, 0, 1, 1, 2, 2]);
  expect([0, -39, -41, -99, -101, -500].map((distance) => dropPlace(SPANS, 2, distance))).toEqual([2, 2, 1, 1, 0, 0]);
  expect([-19, -21, 19, 21].map((distance) => dropPlace(SPANS, 1, distance))).toEqual([1, 0, 1, 2]);
  expect(dropPlace(SPANS, 7, 10)).toBe(7);
});

test("moves the passed items by one place towards where the dragged one was", () => {
  expect([0, 1, 2, 3].map((index) => yieldedPlaces(index, 0, 2))).toEqual([0, -1, -1, 0]);
  expect([0, 1, 2, 3].map((index) => yieldedPlaces(index, 3, 1))).toEqual([0, 1, 1, 0]);
  expect([0, 1, 2].map((index) => yieldedPlaces(index, 1, 1))).toEqual([0, 0, 0]);
});
