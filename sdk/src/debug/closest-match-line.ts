import type { Target } from "@fanfare/contract/target/target";
import { element } from "../ui/dom/element.ts";
import { closestMatch } from "./closest-match.ts";
import { proposeTarget } from "./pick.ts";
import { type AcceptLink, strategyText } from "./target-line.ts";

/**
 * Returns the element that best matches a lost target, with the line that proposes it. Expensive, because it reads the
 * whole page: call only on request.
 */
export function closestMatchLine(
  document: Document,
  target: Target,
  take: AcceptLink,
): { readonly alike: Element | null; readonly line: HTMLElement } {
  const alike = closestMatch(document, target);
  const proposed = alike && proposeTarget(document, alike);
  if (!proposed) {
    const message = "No single closest match on this page.";
    return { alike: null, line: element(document, "p", "", message) };
  }
  const ways = proposed.strategies.map(strategyText).join(", ");
  return { alike, line: element(document, "p", "", `Closest match: ${ways}. `, take(proposed)) };
}
