import type { Attributes, AttributeValue } from "../people/attribute.ts";
import { getAttribute } from "../people/attribute.ts";
import { matchesAttribute } from "./attribute-test.ts";
import type { PropertyTest } from "./rule.ts";

/**
 * Whether an event's properties pass all tests. A property of another type doesn't pass.
 *
 * @example
 * const test = { type: "number", op: "between", min: 100, max: 500 } as const;
 * passesTests([{ name: "total", test }], { total: 250 }, 0); // true
 */
export function passesTests(tests: readonly PropertyTest[], props: Attributes, now_ms: number | undefined): boolean {
  return tests.every(({ name, test }) => matchesAttribute(test, getAttribute(props, name), now_ms) === true);
}

/** The properties that tests can read. Nested objects are left out, and all but the texts of lists. */
export function testableProps(props: Readonly<Record<string, unknown>>): Attributes {
  const testable: [string, AttributeValue][] = [];
  for (const [name, value] of Object.entries(props)) {
    if (Array.isArray(value)) testable.push([name, value.filter((each) => typeof each === "string")]);
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
      testable.push([name, value]);
    }
  }
  return Object.fromEntries(testable);
}
