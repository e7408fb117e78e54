import type { AttributeTest } from "@fanfare/contract/targeting/rule";
import { list } from "../../lib/i18n/format.ts";
import { t, tCount } from "../../lib/i18n/t.ts";

/** Describes an attribute's test: `plan is one of “pro”, “max”`. `attribute` includes whose attribute it is. */
export function describeTest(attribute: string, test: AttributeTest): string {
  switch (test.type) {
    case "text":
      return describeTextTest(attribute, test);
    case "number":
      return describeNumberTest(attribute, test);
    case "date":
      return describeDateTest(attribute, test);
    case "boolean":
      return test.value ? t("{attribute} is true", { attribute }) : t("{attribute} is false", { attribute });
    case "list":
      return test.op === "has"
        ? t("{attribute} has {value}", { attribute, value: quoted(test.value) })
        : t("{attribute} does not have {value}", { attribute, value: quoted(test.value) });
    case "any":
      return test.op === "is_set" ? t("{attribute} is set", { attribute }) : t("{attribute} is not set", { attribute });
  }
}

type Test<Type extends AttributeTest["type"]> = Extract<AttributeTest, { type: Type }>;

const quoted = (value: string): string => t("“{value}”", { value });

function describeTextTest(attribute: string, test: Test<"text">): string {
  if ("values" in test) {
    const values = list(test.values.map(quoted));
    return test.op === "one_of"
      ? t("{attribute} is one of {values}", { attribute, values })
      : t("{attribute} is none of {values}", { attribute, values });
  }
  const values = { attribute, value: quoted(test.value) };
  switch (test.op) {
    case "is":
      return t("{attribute} is {value}", values);
    case "is_not":
      return t("{attribute} is not {value}", values);
    case "contains":
      return t("{attribute} contains {value}", values);
    case "not_contains":
      return t("{attribute} does not contain {value}", values);
    case "starts_with":
      return t("{attribute} starts with {value}", values);
    case "ends_with":
      return t("{attribute} ends with {value}", values);
  }
}

function describeNumberTest(attribute: string, test: Test<"number">): string {
  if (test.op === "between") {
    return t("{attribute} is from {min} to {max}", { attribute, min: String(test.min), max: String(test.max) });
  }
  const values = { attribute, value: String(test.value) };
  switch (test.op) {
    case "is":
      return t("{attribute} is {value}", values);
    case "is_not":
      return t("{attribute} is not {value}", values);
    case "less":
      return t("{attribute} is less than {value}", values);
    case "at_most":
      return t("{attribute} is at most {value}", values);
    case "more":
      return t("{attribute} is more than {value}", values);
    case "at_least":
      return t("{attribute} is at least {value}", values);
  }
}

function describeDateTest(attribute: string, test: Test<"date">): string {
  if ("days" in test) {
    const values = { attribute };
    return test.op === "within_days"
      ? tCount(test.days, "{attribute} is within the last {n} day", "{attribute} is within the last {n} days", values)
      : tCount(test.days, "{attribute} is older than {n} day", "{attribute} is older than {n} days", values);
  }
  const values = { attribute, value: quoted(test.value) };
  return test.op === "before" ? t("{attribute} is before {value}", values) : t("{attribute} is after {value}", values);
}
