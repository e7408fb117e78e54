import type { Edition } from "@fanfare/contract/content/content";
import { limits } from "@fanfare/contract/limits";
import type { Rule } from "@fanfare/contract/targeting/rule";

/** Triggers that apply on any page. The others start where code or a link asks for it. */
const ANYWHERE = ["automatic", "event", "completed", "goal"];

/** Whether a tour can start on every page, although it was built on one. */
export function startsOnEveryPage({ body, trigger, targeting }: Edition, built_on: string): boolean {
  const { urls, audience } = targeting;
  return (
    body.type === "tour" &&
    ANYWHERE.includes(trigger.kind) &&
    urls.include.length + urls.exclude.length === 0 &&
    !testsUrl(audience) &&
    built_on.length <= limits.url_pattern_chars_max
  );
}

/** Whether such a tour points at elements, which other pages may not have. */
export function pointsAtElements({ body }: Edition): boolean {
  return body.type === "tour" && body.steps.some(({ kind }) => kind === "anchored");
}

function testsUrl(rule: Rule | undefined): boolean {
  if (rule === undefined) return false;
  if (rule.kind === "and" || rule.kind === "or") return rule.rules.some(testsUrl);
  return rule.kind === "not" ? testsUrl(rule.rule) : rule.kind === "url";
}
