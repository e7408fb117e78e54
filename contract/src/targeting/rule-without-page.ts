import type { Rule } from "./rule.ts";

/**
 * Relaxes a rule to conditions that don't need a page. People who don't match it can't match the full rule either.
 * Undefined if everyone could match.
 */
export function withoutPageConditions(rule: Rule | undefined): Rule | undefined {
  switch (rule?.kind) {
    case undefined:
    case "url":
    case "element":
      return undefined;
    case "and": {
      const rules = rule.rules.flatMap((each) => withoutPageConditions(each) ?? []);
      return rules.length === 0 ? undefined : { kind: "and", rules };
    }
    case "or": {
      const rules = rule.rules.flatMap((each) => withoutPageConditions(each) ?? []);
      return rules.length < rule.rules.length ? undefined : { kind: "or", rules };
    }
    case "not":
      return hasPageConditions(rule.rule) ? undefined : rule;
    default:
      return rule;
  }
}

/** Whether part of the rule can only be evaluated on a page. */
export function hasPageConditions(rule: Rule | undefined): boolean {
  switch (rule?.kind) {
    case "url":
    case "element":
      return true;
    case "and":
    case "or":
      return rule.rules.some(hasPageConditions);
    case "not":
      return hasPageConditions(rule.rule);
    default:
      return false;
  }
}
