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
  | { readonly kind: "element"; readonly selector: string };

/** State of a page. `element` returns whether a selector matches. */
export interface PageState {
  readonly url?: string | undefined;
  readonly element?: ((selector: string) => boolean | undefined) | undefined;
}

export function matchesPage(rule: PageRule, page: PageState): Ternary {
  switch (rule.kind) {
    case "url":
      return page.url === undefined ? undefined : matchesUrl(rule.pattern, page.url);
    case "element":
      return page.element?.(rule.selector);
    case "not":
      return negateTernary(matchesPage(rule.rule, page));
    default:
      return combineTernary(
        rule.kind === "or",
        rule.rules.map((each) => matchesPage(each, page)),
      );
  }
}
