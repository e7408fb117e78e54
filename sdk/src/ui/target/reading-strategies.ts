import type { Strategy } from "@fanfare/contract/target/target";
import type { SearchRoot } from "../dom/page-modals.ts";
import { accessibleName, elementsWithRole, normalizeSpace } from "./accessible-name.ts";

/** Elements that can be labelled. */
const LABELABLE = "input,select,textarea,button,meter,output,progress,[contenteditable],[aria-label],[aria-labelledby]";

/** The strategies that read what a person reads. Loaded when a target has one of them. */
export type ReadingStrategy = Extract<Strategy, { readonly kind: "role_name" | "label" | "text" }>;

/** Every element of `root` that the strategy names, seen or not. */
export function findByReading(root: SearchRoot, strategy: ReadingStrategy): readonly Element[] {
  switch (strategy.kind) {
    case "role_name":
      return withName(elementsWithRole(root, strategy.role), strategy.name);
    case "label":
      return withName([...root.querySelectorAll(LABELABLE)], strategy.value);
    case "text": {
      const text = normalizeSpace(strategy.value);
      const exact = withText(root, text, strategy.tag, normalizeSpace);
      return exact.length > 0 ? exact : withText(root, normalizeName(text), strategy.tag, normalizeName);
    }
  }
}

/** Those with exactly this name; where there is none, those whose name is put a little differently. */
function withName(elements: readonly Element[], name: string): readonly Element[] {
  const named = elements.map((element) => ({ element, own: accessibleName(element) }));
  const exact = named.filter(({ own }) => own === normalizeSpace(name));
  return (
    exact.length > 0 ? exact : named.filter(({ own }) => own !== "" && normalizeName(own) === normalizeName(name))
  ).map(({ element }) => element);
}

/** `New order…`, `NEW ORDER` and `New order (3)` are one name. Numbers that are not counts tell one thing from another. */
function normalizeName(text: string): string {
  return (
    normalizeSpace(text)
      .toLowerCase()
      .replace(/ ?\(\d+\)$|[\s.:…!]+$/g, "") || normalizeSpace(text)
  );
}

/** The innermost elements whose whole text is `text`; with a tag, the nearest of that tag around them. */
function withText(
  root: SearchRoot,
  text: string,
  tag: string | undefined,
  read: (text: string) => string,
): readonly Element[] {
  const found = new Set<Element>();
  const walker = (root.ownerDocument ?? root).createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const beginning = read(node.nodeValue ?? "");
    if (beginning === "" || !text.startsWith(beginning)) continue;
    for (let at = node.parentElement; at !== null; at = at.parentElement) {
      const whole = read(at.textContent ?? "");
      if (whole.length > text.length) break;
      if (whole !== text || (tag !== undefined && at.localName !== tag)) continue;
      found.add(at);
      break;
    }
  }
  return [...found];
}
