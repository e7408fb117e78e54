import type { Fields, ReportBuilder } from "../import-report.ts";
import type { SourceObject } from "../source/source-value.ts";
import { isObject } from "../tour-import.ts";
import { combined, type ImportedRule, negated, type Pages, pagesRule, UNKNOWN_CONDITION } from "./rule-parts.ts";

type AppcuesCondition = { readonly pages: Pages } | { readonly rule: ImportedRule };

/** Characters with a meaning in Fanfare's patterns. */
const WILDCARD = /[*?]/;
const ANY_PAGE = /^\^?\.\*\$?$/;
const EVERY_PAGE: Pages = { include: [], exclude: [] };

/** The tree of `and`, `or`, and leaves of a rule of Appcues, as conditions that all must be met. */
export function appcuesConditions(report: ReportBuilder, holder: Fields): readonly AppcuesCondition[] {
  const root = holder.take("conditions");
  if (root === undefined || root.kind === "null") return [];
  if (!isObject(root)) return [lostField(holder, "conditions", "condition")];
  const path = `${holder.path}.conditions`;
  const all = root.fields.get("and");
  if (root.fields.size !== 1 || all?.kind !== "list") return [condition(report, root, path)];
  const fields = report.fields(root, path);
  return conditionsIn(report, fields, "and").filter((each) => !("pages" in each && isEveryPage(each.pages)));
}

/** An item that isn't an object is a condition of an unknown kind: without it, more people would match. */
function conditionsIn(report: ReportBuilder, fields: Fields, name: "and" | "or"): readonly AppcuesCondition[] {
  return fields.list(name).map((item, at): AppcuesCondition => {
    const path = `${fields.path}.${name}[${at}]`;
    if (isObject(item)) return condition(report, item, path);
    report.add({ path, line: item.line, reason: "condition" });
    return UNKNOWN_CONDITION;
  });
}

function lostField(fields: Fields, name: string, reason: "condition" | "pattern", detail?: string): AppcuesCondition {
  fields.report(name, reason, detail);
  return UNKNOWN_CONDITION;
}

function isEveryPage({ include, exclude }: Pages): boolean {
  return include.length === 0 && exclude.length === 0;
}

function condition(report: ReportBuilder, item: SourceObject, path: string): AppcuesCondition {
  const fields = report.fields(item, path);
  const parts = [...item.fields].map(([name, value]): AppcuesCondition => {
    if ((name === "and" || name === "or") && value.kind === "list")
      return group(name, conditionsIn(report, fields, name));
    return leaf(report, fields, name);
  });
  const [only, ...more] = parts;
  return only !== undefined && more.length === 0 ? only : { rule: combined("and", parts.map(ruleOf)) };
}

/** Pages of which one is enough stay pages. */
function group(kind: "and" | "or", parts: readonly AppcuesCondition[]): AppcuesCondition {
  const [only, ...more] = parts;
  if (only !== undefined && more.length === 0) return only;
  const pages = parts.flatMap((part) => ("pages" in part ? [part.pages] : []));
  const plain =
    pages.length === parts.length && pages.every(({ exclude, include }) => exclude.length === 0 && include.length > 0);
  if (kind === "or" && plain) return { pages: { include: pages.flatMap(({ include }) => include), exclude: [] } };
  return { rule: combined(kind, parts.map(ruleOf)) };
}

function ruleOf(part: AppcuesCondition): ImportedRule {
  if (!("pages" in part)) return part.rule;
  return isEveryPage(part.pages) ? { kind: "url", pattern: "*" } : pagesRule(part.pages);
}

function leaf(report: ReportBuilder, holder: Fields, name: string): AppcuesCondition {
  const value = holder.take(name);
  const lost = (reason: "condition" | "pattern", detail: string) => lostField(holder, name, reason, detail);
  if (!isObject(value) || (name !== "url" && name !== "domains")) return lost("condition", name);
  const fields = report.fields(value, `${holder.path}.${name}`);
  const [operator, operand] = [fields.text("operator"), fields.text("value")];
  // Another field may narrow the condition.
  const is_known = [...value.fields.keys()].every((field) => field === "operator" || field === "value");
  if (operator === undefined || operand === undefined || operand === "" || !is_known) return lost("condition", name);
  if (name === "domains") {
    const pages = [`https://${operand}/*`, `http://${operand}/*`];
    return operator === "==" && !WILDCARD.test(operand)
      ? { rule: pagesRule({ include: pages, exclude: [] }) }
      : lost("condition", `${operator} ${operand}`);
  }
  if (operator === "regex" && ANY_PAGE.test(operand)) return { pages: EVERY_PAGE };
  const is_negated = operator.startsWith("!");
  const include = urlPatterns(operator.replace(/^!(?==$)/, "=").replace(/^!/, ""), operand);
  if (include === undefined) return lost("pattern", `${operator} ${operand}`);
  const pages: Pages = { include, exclude: [] };
  return is_negated ? { rule: negated(pagesRule(pages)) } : { pages };
}

/** Patterns of the path, or of the whole URL if the value has a scheme. A domain never counts as a path. */
function urlPatterns(operator: string, value: string): readonly string[] | undefined {
  if (WILDCARD.test(value)) return undefined;
  const is_start = value.startsWith("/") || /^https?:/.test(value);
  switch (operator) {
    case "=":
    case "==":
      return is_start ? [value] : undefined;
    case "^":
      return is_start ? [`${value}*`] : undefined;
    case "$":
      return value.startsWith("/") ? [value, `/*${value}`] : [`/*${value}`];
    case "*":
      return value.startsWith("/") ? [`${value}*`, `/*${value}*`] : [`/*${value}*`];
    default:
      return undefined;
  }
}
