import type { Ternary } from "../lib/three-valued.ts";
import { DAY_MS } from "../limits.ts";
import { type AttributeValue, parseAttributeDate } from "../people/attribute.ts";
import type { AttributeTest } from "./rule.ts";

/**
 * Whether a value passes a test. Pass undefined if the attribute isn't set. Unknown if the value's type doesn't fit the
 * test, or if the test needs the time and it's unknown.
 *
 * @example
 * matchesAttribute({ type: "number", op: "at_least", value: 5 }, "7", undefined); // undefined: text is not a number
 */
export function matchesAttribute(
  test: AttributeTest,
  value: AttributeValue | undefined,
  now_ms: number | undefined,
): Ternary {
  if (test.type === "any") return (value === undefined || value === null) === (test.op === "is_not_set");
  if (value === undefined || value === null) return isNegative(test);
  switch (test.type) {
    case "text":
      return typeof value === "string" ? matchesText(test, value) : undefined;
    case "number":
      return typeof value === "number" ? matchesNumber(test, value) : undefined;
    case "boolean":
      return typeof value === "boolean" ? value === test.value : undefined;
    case "date":
      return typeof value === "string" ? matchesDate(test, parseAttributeDate(value), now_ms) : undefined;
    case "list":
      return typeof value === "object" ? value.includes(test.value) === (test.op === "has") : undefined;
  }
}

function isNegative({ op }: AttributeTest): boolean {
  return op === "is_not" || op === "not_contains" || op === "none_of" || op === "has_not";
}

function matchesText(test: Extract<AttributeTest, { type: "text" }>, value: string): boolean {
  switch (test.op) {
    case "is":
      return value === test.value;
    case "is_not":
      return value !== test.value;
    case "contains":
      return value.includes(test.value);
    case "not_contains":
      return !value.includes(test.value);
    case "starts_with":
      return value.startsWith(test.value);
    case "ends_with":
      return value.endsWith(test.value);
    case "one_of":
      return test.values.includes(value);
    case "none_of":
      return !test.values.includes(value);
  }
}

function matchesNumber(test: Extract<AttributeTest, { type: "number" }>, value: number): boolean {
  switch (test.op) {
    case "between":
      return value >= test.min && value <= test.max;
    case "is":
      return value === test.value;
    case "is_not":
      return value !== test.value;
    case "less":
      return value < test.value;
    case "at_most":
      return value <= test.value;
    case "more":
      return value > test.value;
    case "at_least":
      return value >= test.value;
  }
}

function matchesDate(
  test: Extract<AttributeTest, { type: "date" }>,
  at_ms: number | undefined,
  now_ms: number | undefined,
): Ternary {
  if (at_ms === undefined) return undefined;
  if ("value" in test) {
    const limit_ms = parseAttributeDate(test.value);
    if (limit_ms === undefined) return undefined;
    return test.op === "before" ? at_ms < limit_ms : at_ms > limit_ms;
  }
  if (now_ms === undefined) return undefined;
  const long_ago = now_ms - at_ms > test.days * DAY_MS;
  return test.op === "longer_ago_days" ? long_ago : !long_ago && at_ms <= now_ms;
}
