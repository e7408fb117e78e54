import type { Target } from "@fanfare/contract/target/target";
import { proposeTarget } from "../../sdk/src/debug/propose.ts";
import { isVisible } from "../../sdk/src/ui/dom/visibility.ts";
import { locate } from "../../sdk/src/ui/target/locate.ts";
import { findByReading } from "../../sdk/src/ui/target/reading-strategies.ts";
import { type PageTree, readTree } from "./page-tree.ts";
import { sameElements } from "./same-elements.ts";

/** What authors point at, by kind. */
const KINDS = {
  link: "a[href]",
  button: "button,[role=button],input[type=submit]",
  field: "input:not([type=hidden],[type=submit],[type=button]),select,textarea",
  image: "img",
  heading: "h1,h2,h3,h4,h5,h6",
  card: ".card,.info-box,.small-box",
  item: "li",
  table: "table,tr,nav,form",
  div: "div",
} as const;
export type Kind = keyof typeof KINDS;
/** Of elements that have no purpose of their own, only every nth is pointed at. */
const EVERY: Partial<Record<Kind, number>> = { div: 5, item: 3, table: 3 };

export interface Pick {
  readonly kind: Kind;
  /** Where it is in the tree of its page. */
  readonly index: number;
  /** Null: no reliable locator. */
  readonly target: Target | null;
  readonly html: string;
}

export interface Recorded {
  readonly tree: PageTree;
  readonly picks: readonly Pick[];
}

export interface Judged {
  readonly kind: Kind;
  readonly outcome: "refused" | "found" | "missed" | "wrong" | "gone" | "unclear";
  readonly note: string;
}

/** Picks elements as an author would. */
function record(): Recorded {
  const { elements, tree } = readTree(document.body);
  const picked = new Set<Element>();
  // In the order of the table: specific kinds first.
  const picks = Object.entries(KINDS).flatMap(([name, selector]) => {
    const kind = name as Kind;
    const all = elements.filter(
      (each) => each.matches(`body :is(${selector})`) && isVisible(each) && !picked.has(each),
    );
    return all
      .filter((_, index) => index % (EVERY[kind] ?? 1) === 0)
      .map((element): Pick => {
        picked.add(element);
        const target = proposeTarget(document, element);
        return { kind, index: elements.indexOf(element), target, html: element.outerHTML.slice(0, 120) };
      });
  });
  return { tree, picks };
}

/** Looks for what was picked on an earlier release of the page. */
function judge({ tree: before, picks }: Recorded): readonly Judged[] {
  const { elements, tree } = readTree(document.body);
  const partners = sameElements(before, tree);
  return picks.map(({ kind, index, target, html }): Judged => {
    const same = partners(index).flatMap((each) => elements[each] ?? []);
    const shown = same.filter(isVisible);
    const say = (outcome: Judged["outcome"], found?: Element | null): Judged => ({
      ...{ kind, outcome },
      note: `${html} ${JSON.stringify(target)} ${found ? `found ${found.outerHTML.slice(0, 120)}` : ""}${same[0] ? ` is ${same[0].outerHTML.slice(0, 120)}` : ""}`,
    });
    if (target === null) return say("refused");
    const { element } = locate(document, target, findByReading);
    if (element === null) return say(shown.length === 0 ? "gone" : "missed");
    if (same.some((each) => each === element || isWrapper(each, element) || isWrapper(element, each)))
      return say("found");
    return say(same.length === 0 ? "unclear" : "wrong", element);
  });
}

/** Whether `outer` has nothing in it but `inner`. */
function isWrapper(outer: Element, inner: Element): boolean {
  if (!outer.contains(inner) || outer.textContent?.trim() !== inner.textContent?.trim()) return false;
  return [...outer.querySelectorAll("a,button,input,select,textarea,img")].every(
    (each) => each === inner || inner.contains(each) || each.contains(inner),
  );
}

export const targets = { record, judge };
Object.assign(window, { targets });
