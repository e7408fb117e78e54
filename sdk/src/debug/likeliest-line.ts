import type { Target } from "@fanfare/contract/target";
import { element } from "../ui/element.ts";
import type { TakeLink } from "./content-line.ts";
import { likeliest } from "./likeliest.ts";
import { proposeTarget } from "./pick.ts";
import { wordsOf } from "./target-line.ts";

/**
 * The element that is most like one that is lost, where it can be proposed, and what to say of it. Made when it is asked for: a
 * whole page is read for it.
 */
export function likeliestLine(
  document: Document,
  target: Target,
  take: TakeLink,
): { readonly alike: Element | null; readonly line: HTMLElement } {
  const alike = likeliest(document, target);
  const proposed = alike && proposeTarget(document, alike);
  if (!proposed) {
    const words = "Nothing in this page is like it, or several things are equally so.";
    return { alike: null, line: element(document, "p", "", words) };
  }
  const ways = proposed.strategies.map(wordsOf).join(", ");
  return { alike, line: element(document, "p", "", `Most like it: ${ways}. `, take(proposed)) };
}
