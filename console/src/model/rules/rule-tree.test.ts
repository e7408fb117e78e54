import { expect, test } from "bun:test";
import type { Rule } from "@fanfare/contract/targeting/rule";
import { measureRule, toRule, toRuleGroup } from "./rule-tree.ts";

const phone: Rule = { kind: "device", devices: ["phone"] };
const german: Rule = { kind: "locale", locales: ["de"] };
const page: Rule = { kind: "url", pattern: "/a" };
const not = (rule: Rule): Rule => ({ kind: "not", rule });
const and = (...rules: Rule[]): Rule => ({ kind: "and", rules });
const or = (...rules: Rule[]): Rule => ({ kind: "or", rules });

test.each([and(phone, german), not(or(phone, not(and(german, page)))), or(not(phone), and(german, or(phone, page)))])(
  "converts a rule to a tree and back",
  (rule) => {
    expect(toRule(toRuleGroup(rule))).toEqual(rule);
  },
);

test("wraps a single condition in a group and cancels double negation", () => {
  expect(toRuleGroup(not(phone))).toEqual({
    kind: "group",
    negated: false,
    of: "and",
    nodes: [{ kind: "leaf", negated: true, leaf: { kind: "device", devices: ["phone"] } }],
  });
  expect(toRule(toRuleGroup(not(not(phone))))).toEqual(and(phone));
});

test("returns no rule without conditions and drops empty groups", () => {
  expect(toRule(toRuleGroup(undefined))).toBeUndefined();
  const empty = toRuleGroup(undefined);
  expect(toRule({ ...empty, nodes: [empty, ...toRuleGroup(phone).nodes] })).toEqual(and(phone));
  expect(toRule({ ...empty, negated: true, nodes: [empty] })).toBeUndefined();
});

test("measures depth and nodes like the limits", () => {
  expect(measureRule(undefined)).toEqual({ depth: 0, nodes: 0 });
  expect(measureRule(and(phone, not(or(german, page))))).toEqual({ depth: 4, nodes: 6 });
});
