import { matchesUrl } from "../lib/glob.ts";
import { combineTernary, negateTernary, type Ternary } from "../lib/three-valued.ts";

/**
 * What is left of an audience's rule when the server has put in all that it knows: addresses and elements, which only a
 * page can judge. Nothing about the person is in it.
 */
export type PageRule =
  | { readonly kind: "and" | "or"; readonly rules: readonly PageRule[] }
  | { readonly kind: "not"; readonly rule: PageRule }
  | { readonly kind: "url"; readonly pattern: string }
  | { readonly kind: "element"; readonly selector: string };

/** What a page knows of itself. `element` says whether the page has such an element. */
export interface PageState {
  readonly url?: string | undefined;
  readonly element?: ((selector: string) => boolean | undefined) | undefined;
}

/** Whether the page is as the rule wants it. */
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
