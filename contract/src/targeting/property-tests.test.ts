import { expect, test } from "bun:test";
import { passesTests, testableProps } from "./property-tests.ts";
import type { AttributeTest } from "./rule.ts";

const passes = (name: string, test: AttributeTest, props: Record<string, unknown>) =>
  passesTests([{ name, test }], testableProps(props), 0);

test("passes equal, listed, and contained texts, and numbers in a range including its ends", () => {
  const between = { type: "number", op: "between", min: 100, max: 500 } as const;
  expect([99, 100, 500, 501].map((total) => passes("total", between, { total }))).toEqual([false, true, true, false]);
  const plan = { plan: "team" };
  expect(passes("plan", { type: "text", op: "is", value: "team" }, plan)).toBe(true);
  expect(passes("plan", { type: "text", op: "one_of", values: ["pro", "team"] }, plan)).toBe(true);
  expect(passes("plan", { type: "text", op: "contains", value: "ea" }, plan)).toBe(true);
  expect(passes("plan", { type: "text", op: "contains", value: "pro" }, plan)).toBe(false);
});

test("requires all tests, and fails properties of another type, nested ones, and names of built-in properties", () => {
  const is_five = { type: "number", op: "is", value: 5 } as const;
  const is_text = { type: "text", op: "is", value: "5" } as const;
  expect(passes("n", is_five, { n: "5" })).toBe(false);
  expect(passes("n", { type: "any", op: "is_set" }, { n: { of: 5 } })).toBe(false);
  expect(passes("toString", { type: "any", op: "is_set" }, {})).toBe(false);
  expect(passes("tags", { type: "list", op: "has", value: "a" }, { tags: ["a", 1] })).toBe(true);
  const both = [
    { name: "n", test: is_five },
    { name: "m", test: is_text },
  ];
  expect([passesTests(both, { n: 5, m: "5" }, 0), passesTests(both, { n: 5 }, 0), passesTests([], {}, 0)]).toEqual([
    ...[true, false, true],
  ]);
});
