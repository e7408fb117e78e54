import type { AttributeTest, Rule } from "@fanfare/contract/targeting/rule";
import type { Fields, LostOptions, ReportBuilder } from "../import-report.ts";
import type { SourceObject, SourceValue } from "../source/source-value.ts";
import { isObject } from "../tour-import.ts";
import { combined, type ImportedRule, type Pages, pagesRule, UNKNOWN_CONDITION } from "./rule-parts.ts";

/** Characters of regular expressions, and of a query, in which Fanfare's `?` has another meaning. */
const NOT_A_PATTERN = /[\\^$()[\]{}|+?]/;
const DAYS_OF: Readonly<Record<string, number>> = { seconds: 1 / 86_400, minutes: 1 / 1_440, hours: 1 / 24, days: 1 };

const CONDITION_LOST: LostOptions = {
  object: "built_in",
  ...Object.fromEntries(
    ["attribute", "op", "value", "value2", "values", "segment", "in", "target", "state", "flow", "event", "count"]
      .concat(["within", "scope", "where", "start", "end", "note"])
      .map((name) => [name, "condition" as const]),
  ),
};

const FIELDS: ReadonlySet<string> = new Set([
  ...Object.keys(CONDITION_LOST),
  ...["id", "type", "match", "conditions", "includes", "excludes"],
]);

/** A condition of Usertour: of pages, or any other. */
export type UsertourCondition = { readonly pages: Pages } | { readonly rule: ImportedRule };

/** Conditions in a list, of which all must be met. */
export function usertourConditions(report: ReportBuilder, holder: Fields, name: string): readonly UsertourCondition[] {
  return holder.list(name).map((item, at) => condition(report, item, `${holder.path}.${name}[${at}]`));
}

export function usertourRule(report: ReportBuilder, holder: Fields, name: string): ImportedRule {
  const conditions = usertourConditions(report, holder, name);
  return combined("and", conditions.map(ruleOf));
}

function ruleOf(each: UsertourCondition): ImportedRule {
  return "pages" in each ? pagesRule(each.pages) : each.rule;
}

/** What isn't known may narrow the audience, so it makes the condition unknown. */
function condition(report: ReportBuilder, item: SourceValue, path: string): UsertourCondition {
  if (!isObject(item)) {
    report.add({ path, line: item.line, reason: "condition" });
    return UNKNOWN_CONDITION;
  }
  const fields = report.fields(item, path, CONDITION_LOST);
  const type = fields.text("type") ?? "";
  const match = fields.text("match") ?? "all";
  const is_known = [...item.fields.keys()].every((name) => FIELDS.has(name)) && (match === "all" || match === "any");
  if (!is_known) return { rule: lost(fields, type) };
  switch (type) {
    case "current_url": {
      const pages = pagesOf(fields);
      return pages === undefined ? UNKNOWN_CONDITION : { pages };
    }
    case "group": {
      const parts = usertourConditions(report, fields, "conditions").map(ruleOf);
      return { rule: combined(match === "any" ? "or" : "and", parts) };
    }
    default:
      return { rule: (hasOwn(LEAVES, type) ? LEAVES[type]?.(fields, report) : undefined) ?? lost(fields, type) };
  }
}

function lost(fields: Fields, detail: string): undefined {
  fields.report("type", "condition", detail);
  return undefined;
}

const LEAVES: Readonly<Record<string, (fields: Fields, report: ReportBuilder) => ImportedRule>> = {
  user_attribute(fields) {
    const [name, op] = [fields.text("attribute"), fields.text("op") ?? ""];
    const test = testOf(op, fields);
    return name === undefined || test === undefined ? undefined : { kind: "attribute", of: "person", name, test };
  },
  event(fields, report) {
    const name = fields.text("event");
    const count = countOf(fields, report);
    const days = daysOf(fields, report);
    const [scope, where] = [fields.text("scope") ?? "current_user", fields.take("where")];
    const is_filtered = where?.kind === "list" && where.items.length > 0;
    if (name === undefined || count === undefined || days === undefined || scope !== "current_user" || is_filtered)
      return undefined;
    return { kind: "event", name, count, ...(days === "any" ? {} : { within_days: days }) };
  },
  element(fields, report) {
    const target = fields.take("target");
    const selector = isObject(target) ? report.fields(target, `${fields.path}.target`, { by: "built_in" }) : undefined;
    const [css, state] = [selector?.text("selector"), fields.text("state")];
    if (css === undefined || selector?.number("nth") !== undefined) return undefined;
    if (state === "present") return { kind: "element", selector: css };
    return state === "disabled" ? { kind: "element", selector: css, state } : undefined;
  },
};

/** Tests by operator. Which type an attribute has isn't in the file, so `is` decides by its value. */
function testOf(op: string, fields: Fields): AttributeTest | undefined {
  const [value, other] = [scalarOf(fields.take("value")), scalarOf(fields.take("value2"))];
  const listed = fields.list("values");
  const values = listed.flatMap((each) => scalarOf(each) ?? []);
  if (values.length < listed.length) return undefined;
  const number = value === undefined ? Number.NaN : Number(value);
  const numbers = { lt: "less", lte: "at_most", gt: "more", gte: "at_least" } as const;
  const texts = {
    contains: "contains",
    not_contains: "not_contains",
    starts_with: "starts_with",
    ends_with: "ends_with",
  } as const;
  if (op === "empty") return { type: "any", op: "is_not_set" };
  if (op === "any") return { type: "any", op: "is_set" };
  if (op === "true" || op === "false") return { type: "boolean", op: "is", value: op === "true" };
  if ((op === "includes_any" || op === "includes_all") && values.length === 1 && values[0] !== undefined)
    return { type: "list", op: "has", value: values[0] };
  if (value === undefined) return undefined;
  if (op === "is" || op === "not") {
    const test = op === "is" ? "is" : "is_not";
    return Number.isNaN(number) ? { type: "text", op: test, value } : { type: "number", op: test, value: number };
  }
  if (hasOwn(texts, op)) return { type: "text", op: texts[op], value };
  if (hasOwn(numbers, op) && !Number.isNaN(number)) return { type: "number", op: numbers[op], value: number };
  if (op === "between" && other !== undefined && !Number.isNaN(number))
    return { type: "number", op: "between", min: number, max: Number(other) };
  if (op === "before" || op === "after") return { type: "date", op, value };
  if (op === "less_than" && number >= 1) return { type: "date", op: "within_days", days: Math.floor(number) };
  if (op === "more_than" && number >= 1) return { type: "date", op: "longer_ago_days", days: Math.ceil(number) };
  return undefined;
}

function countOf(fields: Fields, report: ReportBuilder): Extract<Rule, { kind: "event" }>["count"] | undefined {
  const count = fields.take("count");
  if (!isObject(count)) return { op: "at_least", times: 1 };
  const within = report.fields(count, `${fields.path}.count`);
  const [op, times] = [within.text("op"), within.number("n")];
  within.take("n2");
  return times !== undefined && (op === "at_least" || op === "at_most" || op === "exactly") ? { op, times } : undefined;
}

/** Whole days. Undefined: another kind of period. */
function daysOf(fields: Fields, report: ReportBuilder): number | "any" | undefined {
  const within = fields.take("within");
  if (!isObject(within)) return "any";
  const period = report.fields(within, `${fields.path}.within`);
  const [op, value, unit] = [period.text("op"), period.number("value"), period.text("unit") ?? ""];
  period.take("value2");
  if (op === "any_time") return "any";
  const days = (value ?? 0) * (Object.hasOwn(DAYS_OF, unit) ? (DAYS_OF[unit] ?? 0) : 0);
  return op === "in_the_last" && days >= 1 ? Math.floor(days) : undefined;
}

function pagesOf(fields: Fields): Pages | undefined {
  const [include, exclude]: [string[], string[]] = [[], []];
  for (const each of fields.list("includes")) {
    const pattern = scalarOf(each);
    const pages = pattern === undefined ? undefined : pagePatterns(pattern);
    if (pages === undefined) return notPages(fields, "includes", pattern);
    include.push(...pages.include);
    exclude.push(...pages.exclude);
  }
  for (const each of fields.list("excludes")) {
    const pattern = scalarOf(each);
    const pages = pattern === undefined ? undefined : pagePatterns(pattern);
    if (pages === undefined) return notPages(fields, "excludes", pattern);
    // Without the exceptions, more pages are excluded: never fewer.
    exclude.push(...pages.include);
  }
  return { include, exclude };
}

function notPages(fields: Fields, name: string, pattern: string | undefined): undefined {
  fields.report(name, "pattern", pattern);
  fields.take("includes");
  fields.take("excludes");
  return undefined;
}

/**
 * A pattern of Usertour: `*` matches anything, and `:name` one part of a path, for which longer paths are excluded.
 *
 * @example
 * pagePatterns("/projects/:id"); // { include: ["/projects/*"], exclude: ["/projects/*\/*"] }
 */
function pagePatterns(pattern: string): Pages | undefined {
  const trimmed = pattern.trim();
  if (trimmed === "" || NOT_A_PATTERN.test(trimmed)) return undefined;
  const whole = trimmed.startsWith("/") || trimmed.startsWith("*") || trimmed.includes("://");
  const parts = (whole ? trimmed : `*://${trimmed}`).split(/(?<=\/):[A-Za-z_]\w*(?=\/|$)/);
  const longer = parts
    .slice(1)
    .map((_, at) => `${parts.slice(0, at + 1).join("*")}*/*${parts.slice(at + 1).join("*")}`);
  return { include: [parts.join("*")], exclude: longer };
}

function scalarOf(value: SourceValue | undefined): string | undefined {
  if (value?.kind === "text" && value.text !== "") return value.text;
  return value?.kind === "number" ? String(value.value) : undefined;
}

function hasOwn<Table extends object>(table: Table, name: PropertyKey): name is keyof Table {
  return Object.hasOwn(table, name);
}

/** Whether the condition is a click on the element with this selector. */
export function isClickOn(item: SourceObject, selector: string | undefined): boolean {
  const [type, target, state] = ["type", "target", "state"].map((name) => item.fields.get(name));
  const css = isObject(target) ? scalarOf(target.fields.get("selector")) : undefined;
  const by = isObject(target) ? target.fields.get("by") : undefined;
  const is_known = [...item.fields.keys()].every((name) => CLICK_FIELDS.has(name));
  const is_target = isObject(target) && [...target.fields.keys()].every((name) => name === "by" || name === "selector");
  const is_click =
    scalarOf(type) === "element" && scalarOf(state) === "clicked" && (by === undefined || scalarOf(by) === "selector");
  return is_known && is_target && is_click && selector !== undefined && css === selector;
}

const CLICK_FIELDS: ReadonlySet<string> = new Set(["object", "id", "type", "target", "state"]);
