import { expect, test } from "bun:test";
import { fromItsSide, isolated } from "./isolated.ts";

test("a name keeps its direction, and turns nothing around it", () => {
  expect(isolated("Ada")).toBe("\u2068Ada\u2069");
  expect(isolated("#new-order")).toBe("\u2068#new-order\u2069");
  expect(isolated("البديل B")).toBe("\u2067البديل B\u2069");
  expect(isolated("42")).toBe("\u206842\u2069");
});

test("a text that begins with Arabic begins at the right, whatever stands behind it; no other is changed", () => {
  const arabic = `${isolated("البديل B")} «${isolated("Short")}»`;
  expect(fromItsSide(arabic)).toBe(`\u200f${arabic}`);
  for (const text of [`${isolated("Ada")} «${isolated("الاسم")}»`, "من دون أسماء", ""])
    expect(fromItsSide(text)).toBe(text);
});
