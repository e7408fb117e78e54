import { expect, test } from "bun:test";
import fc from "fast-check";
import { arbitraryRule } from "../../../test/support/arbitrary-rules.ts";
import { limits } from "../../limits.ts";
import type { Rule } from "../../targeting/rule.ts";
import { ruleSchema, segmentRuleSchema } from "./rule.ts";

const leaf: Rule = { kind: "group", external_id: "acme" };
const nested = (depth: number): Rule => (depth === 1 ? leaf : { kind: "not", rule: nested(depth - 1) });

test("keeps valid rules unchanged", () => {
  fc.assert(
    fc.property(arbitraryRule, (rule) => {
      const parsed = ruleSchema.safeParse(JSON.parse(JSON.stringify(rule)));
      if (parsed.success) expect<unknown>(parsed.data).toEqual(JSON.parse(JSON.stringify(rule)));
      else expect(parsed.error.issues[0]?.message).toContain("deep");
    }),
    { numRuns: 500 },
  );
});

test("rejects a rule that is too deep or too large before parsing", () => {
  expect(ruleSchema.safeParse(nested(limits.rule_depth_max)).success).toBe(true);
  const wide = { kind: "or", rules: Array.from({ length: limits.rule_nodes_max }, () => leaf) };
  for (const bad of [nested(limits.rule_depth_max + 1), nested(5_000), wide]) {
    const refused = ruleSchema.safeParse(bad);
    expect(refused.error?.issues.map(({ message }) => message)).toEqual([
      `A rule can be up to ${limits.rule_depth_max} levels deep and have up to ${limits.rule_nodes_max} parts.`,
    ]);
  }
});

test("rejects page conditions in a segment", () => {
  const url = { kind: "url", pattern: "/x" };
  expect(ruleSchema.safeParse({ kind: "and", rules: [leaf, url] }).success).toBe(true);
  expect(segmentRuleSchema.safeParse({ kind: "and", rules: [leaf, url] }).success).toBe(false);
});

test("accepts only operators and values that fit the type", () => {
  const attribute = (attribute_test: unknown) => ({ kind: "attribute", name: "plan", test: attribute_test });
  const bad = [
    attribute({ type: "text", op: "is", value: 5 }),
    attribute({ type: "number", op: "contains", value: 5 }),
    attribute({ type: "number", op: "is", value: Number.NaN }),
    attribute({ type: "date", op: "before", value: "soon" }),
    attribute({ type: "text", op: "matches", value: "(a+)+$" }),
    { kind: "attribute", name: "__proto__", test: { type: "any", op: "is_set" } },
    { kind: "time", zone: "utc" },
    { kind: "time", from: "25:00", to: "26:00" },
    { kind: "percentage", percent: 101, salt: "a" },
    { kind: "and", rules: [] },
    { kind: "or" },
    null,
  ];
  expect(bad.filter((rule) => ruleSchema.safeParse(rule).success)).toEqual([]);
});
