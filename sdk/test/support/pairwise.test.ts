import { expect, test } from "bun:test";
import { DIRECTIONS, looksOf, SIZES, THEMES } from "./pairwise.ts";

test("covers each pair of item, theme, direction, and size over any 6 items", () => {
  for (const first of [0, 1, 5, 22]) {
    const covered = new Set<string>();
    for (let index = first; index < first + 6; index++) {
      const looks = looksOf(index, false);
      expect(new Set(looks.map(({ theme }) => theme)).size).toBe(THEMES.length);
      expect(new Set(looks.map(({ size }) => size)).size).toBe(SIZES.length);
      expect(new Set(looks.map(({ dir }) => dir)).size).toBe(DIRECTIONS.length);
      for (const { theme, dir, size } of looks) {
        covered
          .add(`${theme} ${dir}`)
          .add(`${theme} ${size.width}×${size.height}`)
          .add(`${dir} ${size.width}×${size.height}`);
      }
    }
    expect(covered.size).toBe(3 * 2 + 3 * 3 + 2 * 3);
  }
});

test("covers every combination in the long run", () => {
  expect(new Set(looksOf(4, true).map((look) => JSON.stringify(look))).size).toBe(18);
});
