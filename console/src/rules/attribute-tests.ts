import type { AttributeTest } from "@fanfare/contract/rule";

type TestKey = `${AttributeTest["type"]}:${AttributeTest["op"]}`;

interface TestWords {
  readonly label: string;
  /** As it reads in a sentence: `plan is “pro”`. */
  readonly verb: string;
}

/** Every question about an attribute, by type and operator. */
export const TESTS = {
  "text:is": { label: "is", verb: "is" },
  "text:is_not": { label: "is not", verb: "is not" },
  "text:contains": { label: "contains", verb: "contains" },
  "text:not_contains": { label: "does not contain", verb: "does not contain" },
  "text:starts_with": { label: "starts with", verb: "starts with" },
  "text:ends_with": { label: "ends with", verb: "ends with" },
  "text:one_of": { label: "is one of", verb: "is one of" },
  "text:none_of": { label: "is none of", verb: "is none of" },
  "number:is": { label: "=", verb: "is" },
  "number:is_not": { label: "≠", verb: "is not" },
  "number:less": { label: "<", verb: "is less than" },
  "number:at_most": { label: "≤", verb: "is at most" },
  "number:more": { label: ">", verb: "is more than" },
  "number:at_least": { label: "≥", verb: "is at least" },
  "boolean:is": { label: "is", verb: "is" },
  "date:before": { label: "is before", verb: "is before" },
  "date:after": { label: "is after", verb: "is after" },
  "date:within_days": { label: "is within the last", verb: "is within the last" },
  "date:longer_ago_days": { label: "is longer ago than", verb: "is longer ago than" },
  "list:has": { label: "has", verb: "has" },
  "list:has_not": { label: "does not have", verb: "does not have" },
  "any:is_set": { label: "is known", verb: "is known" },
  "any:is_not_set": { label: "is not known", verb: "is not known" },
} as const satisfies Partial<Record<TestKey, TestWords>>;

export type KnownTest = keyof typeof TESTS;

export function testKey(test: AttributeTest): KnownTest {
  const key = `${test.type}:${test.op}`;
  const known = (Object.keys(TESTS) as KnownTest[]).find((each) => each === key);
  if (known === undefined) throw new TypeError(`No test ${key}.`);
  return known;
}

/** The test of another kind, keeping what was written where it still fits. */
export function testOf(key: KnownTest, before: AttributeTest): AttributeTest {
  const written = "value" in before ? before.value : "values" in before ? (before.values[0] ?? "") : "";
  const text = typeof written === "string" ? written : String(written);
  const number = typeof written === "number" ? written : Number(text) || 0;
  const days = "days" in before ? before.days : 30;
  switch (key) {
    case "text:one_of":
    case "text:none_of":
      return { type: "text", op: key === "text:one_of" ? "one_of" : "none_of", values: valuesOf(before, text) };
    case "text:is":
    case "text:is_not":
    case "text:contains":
    case "text:not_contains":
    case "text:starts_with":
    case "text:ends_with":
      return { type: "text", op: TEXT_OPS[key], value: text };
    case "number:is":
    case "number:is_not":
    case "number:less":
    case "number:at_most":
    case "number:more":
    case "number:at_least":
      return { type: "number", op: NUMBER_OPS[key], value: number };
    case "boolean:is":
      return { type: "boolean", op: "is", value: written === true || written !== false };
    case "date:before":
    case "date:after":
      return {
        type: "date",
        op: key === "date:before" ? "before" : "after",
        value: before.type === "date" ? text : "",
      };
    case "date:within_days":
    case "date:longer_ago_days":
      return { type: "date", op: key === "date:within_days" ? "within_days" : "longer_ago_days", days };
    case "list:has":
    case "list:has_not":
      return { type: "list", op: key === "list:has" ? "has" : "has_not", value: text };
    case "any:is_set":
    case "any:is_not_set":
      return { type: "any", op: key === "any:is_set" ? "is_set" : "is_not_set" };
  }
}

const valuesOf = (test: AttributeTest, text: string): readonly string[] =>
  "values" in test ? test.values : text === "" ? [] : [text];

const TEXT_OPS = {
  "text:is": "is",
  "text:is_not": "is_not",
  "text:contains": "contains",
  "text:not_contains": "not_contains",
  "text:starts_with": "starts_with",
  "text:ends_with": "ends_with",
} as const;

const NUMBER_OPS = {
  "number:is": "is",
  "number:is_not": "is_not",
  "number:less": "less",
  "number:at_most": "at_most",
  "number:more": "more",
  "number:at_least": "at_least",
} as const;
