import { expect, test } from "bun:test";
import { measurePalette } from "@fanfare/contract/theme/palette-contrast";
import { BUILT_IN_THEME } from "@fanfare/contract/theme/theme";
import { worstFirst } from "./worst-first.ts";

test("orders contrast checks by how close they are to their minimum, failing ones first", () => {
  const palette = { ...BUILT_IN_THEME.light, muted: "#bbbbbb", caution: "#cccccc" } as const;
  const pairs = worstFirst(measurePalette(palette, "light"));
  const shares = pairs.map(({ ratio, least }) => ratio / least);
  expect(shares).toEqual(shares.toSorted((one, other) => one - other));
  expect(pairs.slice(0, 3).map(({ color }) => color)).toEqual(["muted", "muted", "caution"]);
  expect(pairs.map(({ passes }) => passes)).toEqual([false, false, false, ...Array.from({ length: 9 }, () => true)]);
});
