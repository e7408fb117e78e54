import type { Strategy, Target } from "@fanfare/contract/target/target";
import { call, read } from "../lib/native.ts";
import { HOST_NAME } from "../ui/dom/page-modals.ts";
import { isVisible } from "../ui/dom/visibility.ts";
import { accessibleName, type LabelLookup, labelsIn, normalizeSpace, roleOf } from "../ui/target/accessible-name.ts";
import { searchRootsWithFrames } from "../ui/target/locate.ts";
import { withoutPause } from "../ui/target/reading-strategies.ts";

/** Below this share of common words, two elements count as different. */
const SIMILARITY_MIN = 0.5;
/** Bounds the search on large pages. */
const ELEMENTS_MAX = 5_000;

/**
 * Returns the element most similar to a target that its locators no longer find: the same role with a similar name, a
 * similar test ID or other attribute, or similar text. Null if none is similar or several are equally similar, so that
 * a suggestion is never a guess.
 *
 * @example
 * closestMatch(document, { strategies: [{ kind: "role_name", role: "button", name: "New order" }] });
 * // <button>Add new order</button>
 */
export function closestMatch(document: Document, { strategies }: Target): Element | null {
  const all = searchRootsWithFrames(document)
    .flatMap((root) => {
      const labels = withoutPause(labelsIn(root));
      return [...call(root, "querySelectorAll", "body *")].map((element) => ({ element, labels }));
    })
    .slice(0, ELEMENTS_MAX);
  let best: { readonly element: Element; readonly alike: number } | null = null;
  let is_ambiguous = false;
  for (const { element, labels } of all) {
    if (read(element, "localName") === HOST_NAME) continue;
    const alike = Math.max(...strategies.map((each) => similarity(element, each, labels)));
    if (alike < SIMILARITY_MIN || (best !== null && alike < best.alike) || !isVisible(element)) continue;
    // Of nested elements with equal similarity, prefer the inner one.
    is_ambiguous = best !== null && alike === best.alike && (is_ambiguous || !best.element.contains(element));
    best = { element, alike };
  }
  return is_ambiguous ? null : (best?.element ?? null);
}

/** From 0 (nothing in common) to 1 (identical). */
function similarity(element: Element, strategy: Strategy, labels: LabelLookup): number {
  switch (strategy.kind) {
    case "role_name":
      return roleOf(element) === strategy.role ? sharedWordShare(accessibleName(element, labels), strategy.name) : 0;
    case "label":
      return call(element, "matches", "input,select,textarea")
        ? sharedWordShare(accessibleName(element, labels), strategy.value)
        : 0;
    case "text":
      if (strategy.tag !== undefined && read(element, "localName") !== strategy.tag) return 0;
      return read(element, "childElementCount") === 0
        ? sharedWordShare(normalizeSpace(read(element, "textContent") ?? ""), strategy.value)
        : 0;
    case "attribute":
      return sharedWordShare(call(element, "getAttribute", strategy.name) ?? "", strategy.value);
    case "test_id": {
      const ids = ["data-testid", "data-test-id", "data-test", "id"].map(
        (name) => call(element, "getAttribute", name) ?? "",
      );
      return Math.max(...ids.map((id) => sharedWordShare(id, strategy.value)));
    }
    case "css":
      // A selector describes a position, not the element.
      return 0;
  }
}

/** Jaccard similarity of the two sets of words. */
function sharedWordShare(one: string, other: string): number {
  const [left, right] = [wordSet(one), wordSet(other)];
  const both = [...left].filter((each) => right.has(each)).length;
  return both === 0 ? 0 : both / (left.size + right.size - both);
}

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}
