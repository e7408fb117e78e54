import { expect, test } from "bun:test";
import type { Rule } from "./rule.ts";
import { hasPageConditions, withoutPageConditions } from "./rule-without-page.ts";

const phone: Rule = { kind: "device", devices: ["phone"] };
const german: Rule = { kind: "locale", locales: ["de"] };
const page: Rule = { kind: "url", pattern: "/a" };
const not = (rule: Rule): Rule => ({ kind: "not", rule });
const and = (...rules: Rule[]): Rule => ({ kind: "and", rules });
const or = (...rules: Rule[]): Rule => ({ kind: "or", rules });

test("treats page conditions as matching when people are counted", () => {
  expect(withoutPageConditions(and(phone, page))).toEqual(and(phone));
  expect(withoutPageConditions(or(phone, page))).toBeUndefined();
  expect(withoutPageConditions(and(phone, or(german, page)))).toEqual(and(phone));
  expect(withoutPageConditions(and(phone, not(or(german, page))))).toEqual(and(phone));
  expect(withoutPageConditions(not(german))).toEqual(not(german));
  expect(withoutPageConditions(page)).toBeUndefined();
  expect([hasPageConditions(not(or(phone, page))), hasPageConditions(and(phone, german))]).toEqual([true, false]);
});
