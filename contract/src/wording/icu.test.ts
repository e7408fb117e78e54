import { expect, test } from "bun:test";
import { fillIcu } from "./icu.ts";

test("fills arguments and leaves unknown names", () => {
  expect(fillIcu("{a} isn't {b}, #{a}", { a: "x", b: 7 })).toBe("x isn't 7, #x");
  expect(fillIcu("{constructor}", {})).toBe("{constructor}");
});

test("picks the plural branch and counts in it", () => {
  const text = "{event} occurred {n, plural, =0 {never} one {once} other {# times}}, expected {least}";
  const filled = (n: number) => fillIcu(text, { event: "order", n, least: 3 });
  expect(filled(0)).toBe("order occurred never, expected 3");
  expect(filled(1)).toBe("order occurred once, expected 3");
  expect(filled(12)).toBe("order occurred 12 times, expected 3");
});

test("fills a select with an argument and a plural in its branches", () => {
  const text = "{zone, select, utc {UTC} other {in {n, plural, one {# zone} other {# zones}} of {name}}}.";
  expect(fillIcu(text, { zone: "utc", n: 1, name: "Ada" })).toBe("UTC.");
  expect(fillIcu(text, { zone: "person", n: 2, name: "Ada" })).toBe("in 2 zones of Ada.");
  expect(fillIcu("{of, select, person {} other {group's }}{name}", { of: "person", name: "plan" })).toBe("plan");
});
