import { call, read } from "../../lib/native.ts";

type Tree = Document | ShadowRoot;
/** What each state's elements are, as a selector. Undefined if there are none. */
type StatePaths = ReadonlyMap<string, string | undefined>;

const STATES = ["hover", "focus-within", "focus-visible", "focus", "active"] as const;
const STATE = /:(hover|focus-within|focus-visible|focus|active)(?![-\w(])/g;

export interface HeldStyles {
  /** Rules that keep what only a state shows now. Empty if there are none. */
  readonly css: string;
  /** Style sheets that the browser doesn't let scripts read, because they are from another site. */
  readonly unreadable: number;
}

/**
 * Copies the rules of a tree that depend on what is hovered, focused, or pressed, with these elements by their position
 * instead of their state. They keep their specificity, and follow the page's own.
 */
export function heldStyles(tree: Tree, window: Window & typeof globalThis): HeldStyles {
  const paths: StatePaths = new Map(STATES.map((state) => [state, pathsOf(tree, state)]));
  let unreadable = 0;
  const read_sheet = (sheet: CSSStyleSheet): string => {
    if (sheet.disabled || !window.matchMedia(sheet.media.mediaText).matches) return "";
    try {
      return copyRules(sheet.cssRules);
    } catch {
      unreadable++;
      return "";
    }
  };
  const copyRules = (rules: CSSRuleList, around?: string): string =>
    [...rules].map((rule) => copyRule(rule, around)).join("");
  const copyRule = (rule: CSSRule, around: string | undefined): string => {
    if (rule instanceof window.CSSImportRule) return rule.styleSheet === null ? "" : read_sheet(rule.styleSheet);
    if (rule instanceof window.CSSStyleRule) {
      const own = nested(rule.selectorText, around);
      const held = splitList(own).flatMap((each) => withPaths(each, paths) ?? []);
      const copy = held.length === 0 ? "" : `${held.join(",")}{${rule.style.cssText}}`;
      return copy + copyRules(rule.cssRules, own);
    }
    if (!(rule instanceof window.CSSGroupingRule)) return "";
    const inside = copyRules(rule.cssRules, around);
    return inside === "" ? "" : `${rule.cssText.slice(0, rule.cssText.indexOf("{"))}{${inside}}`;
  };
  const sheets = [...read(tree, "styleSheets"), ...read(tree, "adoptedStyleSheets")];
  return { css: sheets.map(read_sheet).join(""), unreadable };
}

/** A nested rule's selector with that of the rule around it. */
function nested(selector: string, around: string | undefined): string {
  if (around === undefined) return selector;
  const parent = `:is(${around})`;
  return splitList(selector)
    .map((each) => (each.includes("&") ? each.replaceAll("&", parent) : `${parent} ${each}`))
    .join(",");
}

/** Undefined if the selector depends on no state, or on one that no element has or that an element doesn't have. */
function withPaths(selector: string, paths: StatePaths): string | undefined {
  const states = [...selector.matchAll(STATE)].map(([, state = ""]) => state);
  const [, ...negated] = selector.split(":not(");
  const is_negated = negated.some((each) => each.slice(0, each.indexOf(")")).search(STATE) >= 0);
  const is_host = /:host(?:-context)?\([^)]*:(?:hover|focus|active)/.test(selector);
  if (states.length === 0 || is_negated || is_host) return undefined;
  if (states.some((state) => paths.get(state) === undefined)) return undefined;
  // `:nth-child(n)` matches every element, and has the specificity of the state that it replaces.
  return selector.replace(STATE, (_, state: string) => `:where(${paths.get(state)}):nth-child(n)`);
}

/** Selectors of a list. Commas in parentheses and brackets belong to one of them. */
function splitList(list: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < list.length; at++) {
    const sign = list[at];
    if (sign === "(" || sign === "[") depth++;
    else if (sign === ")" || sign === "]") depth--;
    else if (sign === "," && depth === 0) {
      parts.push(list.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, list.slice(start)];
}

function pathsOf(tree: Tree, state: string): string | undefined {
  const paths = [...call(tree, "querySelectorAll", `:${state}`)].map(positionOf);
  return paths.length === 0 ? undefined : paths.join(",");
}

/** Selector of an element by its position, from the root of its tree. */
function positionOf(element: Element): string {
  const steps: string[] = [];
  for (let at = element; ; ) {
    const parent = read(at, "parentElement");
    if (parent === null) {
      const is_root = read(at, "ownerDocument").documentElement === at;
      steps.unshift(...(is_root ? [":root"] : [":host", `:nth-child(${indexOf(at)})`]));
      return steps.join(">");
    }
    steps.unshift(`:nth-child(${indexOf(at)})`);
    at = parent;
  }
}

function indexOf(element: Element): number {
  let index = 1;
  for (let at = read(element, "previousElementSibling"); at !== null; at = read(at, "previousElementSibling")) index++;
  return index;
}
