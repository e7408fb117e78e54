import { expect, test } from "bun:test";
import { bidiIsolate, withDirection } from "./bidi-isolate.ts";

test("isolates a name's direction from the surrounding text", () => {
  expect(bidiIsolate("Ada")).toBe("\u2068Ada\u2069");
  expect(bidiIsolate("#new-order")).toBe("\u2068#new-order\u2069");
  expect(bidiIsolate("البديل B")).toBe("\u2067البديل B\u2069");
  expect(bidiIsolate("42")).toBe("\u206842\u2069");
});

test("sets right-to-left direction only for text that starts with Arabic", () => {
  const arabic = `${bidiIsolate("البديل B")} «${bidiIsolate("Short")}»`;
  expect(withDirection(arabic)).toBe(`\u200f${arabic}`);
  for (const text of [`${bidiIsolate("Ada")} «${bidiIsolate("الاسم")}»`, "من دون أسماء", ""])
    expect(withDirection(text)).toBe(text);
});
