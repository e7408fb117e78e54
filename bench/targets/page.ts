import type { Target } from "@fanfare/contract/target/target";
import { proposeTarget } from "../../sdk/src/debug/propose.ts";
import { isVisible } from "../../sdk/src/ui/dom/visibility.ts";
import { locate } from "../../sdk/src/ui/target/locate.ts";
import { findByReading } from "../../sdk/src/ui/target/reading-strategies.ts";

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
  /** Describes the element, and counts those with the same description before it and on the whole page. */
  readonly key: string;
  readonly index: number;
  readonly count: number;
  /** Null: no reliable locator. */
  readonly target: Target | null;
  readonly html: string;
}

export interface Judged {
  readonly kind: Kind;
  readonly outcome: "refused" | "found" | "missed" | "wrong" | "gone" | "unclear";
  readonly note: string;
}

const ATTRIBUTES = ["id", "name", "type", "href", "placeholder", "src", "aria-label", "for"];

function keyOf(element: Element): string {
  const text = (element.textContent ?? "").replace(/\s+/g, " ").trim();
  const own = ATTRIBUTES.map((name) => element.getAttribute(name) ?? "").join("|");
  return `${element.localName}|${own}|${text.slice(0, 300)}`;
}

/** Elements by their description, in the order of the page. */
function elementsByKey(): ReadonlyMap<string, readonly Element[]> {
  const all = new Map<string, Element[]>();
  for (const element of document.querySelectorAll("body *")) {
    if (!isVisible(element)) continue;
    const key = keyOf(element);
    const same = all.get(key);
    if (same === undefined) all.set(key, [element]);
    else same.push(element);
  }
  return all;
}

/** Picks elements as an author would. */
function record(): readonly Pick[] {
  const by_key = elementsByKey();
  const picked = new Set<Element>();
  // In the order of the table: specific kinds first.
  return Object.entries(KINDS).flatMap(([name, selector]) => {
    const kind = name as Kind;
    const all = [...document.querySelectorAll(`body :is(${selector})`)].filter(
      (each) => isVisible(each) && !picked.has(each),
    );
    return all
      .filter((_, index) => index % (EVERY[kind] ?? 1) === 0)
      .map((element): Pick => {
        picked.add(element);
        const key = keyOf(element);
        const same = by_key.get(key) ?? [];
        const tried = proposeTarget(document, element);
        const target = tried && { strategies: tried.strategies, ...(tried.scope ? { scope: tried.scope } : {}) };
        return {
          kind,
          key,
          index: same.indexOf(element),
          count: same.length,
          target,
          html: element.outerHTML.slice(0, 120),
        };
      });
  });
}

/** Looks for what was picked on an earlier release of the page. */
function judge(picks: readonly Pick[]): readonly Judged[] {
  const by_key = elementsByKey();
  return picks.map(({ kind, key, index, count, target, html }): Judged => {
    const say = (outcome: Judged["outcome"], found?: Element | null): Judged => ({
      ...{ kind, outcome },
      note: `${html} ${JSON.stringify(target)} ${found ? `found ${found.outerHTML.slice(0, 120)}` : ""}`,
    });
    if (target === null) return say("refused");
    const same = by_key.get(key) ?? [];
    const { element } = locate(document, target, findByReading);
    if (same.length === 0) return say(element === null ? "gone" : "unclear", element);
    // With another number of lookalikes, any of them may be the one.
    const right = same.length === count ? same.slice(index, index + 1) : same;
    if (element === null) return say("missed");
    if (right.includes(element)) return say("found");
    return say("wrong", element);
  });
}

export const targets = { record, judge };
Object.assign(window, { targets });
