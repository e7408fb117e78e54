import { ruleSchema } from "@fanfare/contract/schema/content/rule";
import type { Rule } from "@fanfare/contract/targeting/rule";
import type { Fields } from "../import-report.ts";
import type { ImportedTargeting } from "../imported-content.ts";
import type { SourceObject } from "../source/source-value.ts";

/** A condition of another tool. Undefined: it can't be carried over, and has been reported. */
export type ImportedRule = Rule | undefined;

/** All or any of the conditions. One that can't be carried over takes the others with it: fewer would be wider. */
export function combined(kind: "and" | "or", rules: readonly ImportedRule[]): ImportedRule {
  const known = rules.filter((rule) => rule !== undefined);
  if (known.length < rules.length || known.length === 0) return undefined;
  const [only, ...more] = known;
  return more.length === 0 ? only : { kind, rules: known };
}

/** A condition that can't be carried over. */
export const UNKNOWN_CONDITION: { readonly rule: ImportedRule } = { rule: undefined };

export function negated(rule: ImportedRule): ImportedRule {
  return rule && { kind: "not", rule };
}

/** Pages of a URL condition, whichever pattern matches, without the excluded ones. */
export interface Pages {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

export function pagesRule({ include, exclude }: Pages): ImportedRule {
  const any = (patterns: readonly string[]): ImportedRule =>
    combined(
      "or",
      patterns.map((pattern) => ({ kind: "url", pattern })),
    );
  const parts = [
    ...(include.length === 0 ? [] : [any(include)]),
    ...(exclude.length === 0 ? [] : [negated(any(exclude))]),
  ];
  return combined("and", parts);
}

/**
 * Reports the fields that decide who sees the original, and can't be carried over. Returns whether one of them is set:
 * without it, more people would match.
 */
export function reportConditions(
  fields: Fields,
  { fields: all }: SourceObject,
  decides: (name: string) => boolean,
): boolean {
  const names = [...all.keys()].filter(decides);
  const set = names.filter((name) => {
    const value = fields.take(name);
    return value !== undefined && value.kind !== "null";
  });
  for (const name of set) fields.report(name, "condition");
  return set.length > 0;
}

/**
 * Conditions that all must be met, as the pages and the audience of a content. The first list of pages becomes its page
 * rules. If the audience is too large or has an invalid part, no one sees the content.
 */
export function targetingOf(
  conditions: readonly ({ readonly pages: Pages } | { readonly rule: ImportedRule })[],
): Pick<ImportedTargeting, "urls" | "audience" | "is_undecided"> {
  const place = conditions.find((condition) => "pages" in condition);
  const rules = conditions
    .filter((condition) => condition !== place)
    .map((condition) => ("pages" in condition ? pagesRule(condition.pages) : condition.rule));
  const urls = place === undefined ? {} : { urls: place.pages };
  if (rules.length === 0) return urls;
  const audience = combined("and", rules);
  if (audience === undefined || !ruleSchema.safeParse(audience).success) return { ...urls, is_undecided: true };
  return { ...urls, audience };
}
