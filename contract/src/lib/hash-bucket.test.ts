import { expect, test } from "bun:test";
import fc from "fast-check";
import { hashBucket, isInPercentage } from "./hash-bucket.ts";

const people = Array.from(
  { length: 100_000 },
  (_, index) => `per_019389f2-8c1e-7a3b-9c4d-${String(index).padStart(12, "0")}`,
);

test("spreads people evenly with any salt", () => {
  for (const salt of ["cnt_a rollout", "cnt_b rollout", "cnt_a holdout"]) {
    for (const percent of [0, 1, 10, 50, 99, 100]) {
      const share = people.filter((person) => isInPercentage(salt, person, percent)).length / people.length;
      // Five standard deviations of a fair draw.
      expect(Math.abs(share - percent / 100)).toBeLessThanOrEqual(
        5 * Math.sqrt(((percent / 100) * (1 - percent / 100)) / people.length),
      );
    }
  }
});

test("gives independent buckets for different salts", () => {
  const both = people.filter((person) => isInPercentage("a", person, 50) && isInPercentage("b", person, 50)).length;
  expect(both / people.length).toBeCloseTo(0.25, 2);
});

test("keeps people in a share when the share grows", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.nat(100), fc.nat(100), (salt, person, one, other) => {
      if (isInPercentage(salt, person, Math.min(one, other)))
        expect(isInPercentage(salt, person, Math.max(one, other))).toBe(true);
    }),
  );
});

test("keeps buckets the same across releases", () => {
  expect([hashBucket("a", "per_1"), hashBucket("cnt_1 rollout", "per_42"), hashBucket("", "")]).toEqual([
    5802, 4833, 1348,
  ]);
});
