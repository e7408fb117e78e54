import { expect, test } from "bun:test";
import { ordinal, ordinalSuffix } from "./ordinal.ts";

test("writes ordinals by the rules of the language, and no suffix without a number", () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 102, 103, 111].map(ordinal).join(" ")).toBe(
    "1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 102nd 103rd 111th",
  );
  expect(ordinalSuffix(Number.NaN)).toBe("");
});
