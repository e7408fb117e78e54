import type { AttributeTest } from "@fanfare/contract/targeting/rule";
import { t } from "../../lib/i18n/t.ts";

type TestKey = `${AttributeTest["type"]}:${AttributeTest["op"]}`;

export const TESTS = {
  "text:is": { label: t("is##test") },
  "text:is_not": { label: t("is not") },
  "text:contains": { label: t("contains") },
  "text:not_contains": { label: t("does not contain") },
  "text:starts_with": { label: t("starts with") },
  "text:ends_with": { label: t("ends with") },
  "text:one_of": { label: t("is one of") },
  "text:none_of": { label: t("is none of") },
  "number:is": { label: "=" },
  "number:is_not": { label: "≠" },
  "number:less": { label: "<" },
  "number:at_most": { label: "≤" },
  "number:more": { label: ">" },
  "number:at_least": { label: "≥" },
  "number:between": { label: t("is between") },
  "boolean:is": { label: t("is##test") },
  "date:before": { label: t("is before") },
  "date:after": { label: t("is after") },
  "date:within_days": { label: t("is within the last") },
  "date:longer_ago_days": { label: t("is older than") },
  "list:has": { label: t("has") },
  "list:has_not": { label: t("does not have") },
  "any:is_set": { label: t("is set") },
  "any:is_not_set": { label: t("is not set") },
} as const satisfies Partial<Record<TestKey, { readonly label: string }>>;

export type KnownTest = keyof typeof TESTS;

export function testKey(test: AttributeTest): KnownTest {
  const key = `${test.type}:${test.op}`;
  const known = (Object.keys(TESTS) as KnownTest[]).find((each) => each === key);
  if (known === undefined) throw new TypeError(`No test ${key}.`);
  return known;
}

/** Creates a test of another kind and keeps the value if it still applies. */
export function createTest(key: KnownTest, before: AttributeTest): AttributeTest {
  const written = "value" in before ? before.value : "values" in before ? (before.values[0] ?? "") : "";
  const text = typeof written === "string" ? written : String(written);
  const number = typeof written === "number" ? written : Number(text) || 0;
  const days = "days" in before ? before.days : 30;
  switch (key) {
    case "text:one_of":
    case "text:none_of":
      return { type: "text", op: key === "text:one_of" ? "one_of" : "none_of", values: testValues(before, text) };
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
    case "number:between":
      return { type: "number", op: "between", min: number, max: number };
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

const testValues = (test: AttributeTest, text: string): readonly string[] =>
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
