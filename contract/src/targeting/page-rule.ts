import { matchesUrl } from "../lib/glob.ts";
import { combineTernary, negateTernary, type Ternary } from "../lib/three-valued.ts";

/**
 * The rest of an audience rule after the server has evaluated its part: URLs and elements, which only a page can check.
 * Contains nothing about the person.
 */
export type PageRule =
  | { readonly kind: "and" | "or"; readonly rules: readonly PageRule[] }
  | { readonly kind: "not"; readonly rule: PageRule }
  | { readonly kind: "url"; readonly pattern: string }
  | ElementCondition;

/** The page has an element that matches a CSS selector, and one such element is in that state and has that text. */
export interface ElementCondition {
  readonly kind: "element";
  readonly selector: string;
  readonly state?: ElementState | undefined;
  /** Contained in the element's text, with the same case. What people type in fields isn't read. */
  readonly text?: string | undefined;
}

/** Also in the states of ARIA: a custom checkbox with `aria-checked` is checked. */
export const ELEMENT_STATES = ["visible", "disabled", "checked"] as const;
export type ElementState = (typeof ELEMENT_STATES)[number];

/** State of a page. `element` is undefined if the page can't evaluate the selector. */
export interface PageState {
  readonly url?: string | undefined;
  readonly element?: ((condition: Omit<ElementCondition, "kind">) => boolean | undefined) | undefined;
}

export function matchesPage(rule: PageRule, page: PageState): Ternary {
  switch (rule.kind) {
    case "url":
      return page.url === undefined ? undefined : matchesUrl(rule.pattern, page.url);
    case "element":
      return page.element?.(rule);
    case "not":
      return negateTernary(matchesPage(rule.rule, page));
    default:
      return combineTernary(
        rule.kind === "or",
        rule.rules.map((each) => matchesPage(each, page)),
      );
  }
}
