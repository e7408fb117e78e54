import { matchesUrl } from "./glob.ts";
import { joined, not, type Truth } from "./truth.ts";

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
export interface PageSight {
  readonly url?: string | undefined;
  readonly element?: ((selector: string) => boolean | undefined) | undefined;
}

/** Whether the page is as the rule wants it. */
export function matchesPage(rule: PageRule, sight: PageSight): Truth {
  switch (rule.kind) {
    case "url":
      return sight.url === undefined ? undefined : matchesUrl(rule.pattern, sight.url);
    case "element":
      return sight.element?.(rule.selector);
    case "not":
      return not(matchesPage(rule.rule, sight));
    default:
      return joined(
        rule.kind === "or",
        rule.rules.map((each) => matchesPage(each, sight)),
      );
  }
}
