import type { Target } from "@fanfare/contract/target";
import { element } from "../ui/element.ts";
import type { TakeLink } from "./content-line.ts";
import { likeliest } from "./likeliest.ts";
import { proposeTarget } from "./pick.ts";
import { wordsOf } from "./target-line.ts";

/** What to say of the element that is most like one that is lost. Made when it is asked for: a whole page is read for it. */
export function likeliestLine(document: Document, target: Target, take: TakeLink): HTMLElement {
  const alike = likeliest(document, target);
  const proposed = alike && proposeTarget(document, alike);
  if (!proposed) {
    return element(document, "p", "", "Nothing in this page is like it, or several things are equally so.");
  }
  const ways = proposed.strategies.map(wordsOf).join(", ");
  return element(document, "p", "", `Most like it: ${ways}. `, take(proposed));
}
