import type { Strategy } from "@fanfare/contract/target/target";
import type { SearchRoot } from "../dom/page-modals.ts";
import { accessibleName, elementsWithRole, normalizeSpace } from "./accessible-name.ts";

const LABELABLE = "input,select,textarea,button,meter,output,progress,[contenteditable],[aria-label],[aria-labelledby]";

/** Locators by role, label, or text. Loaded when a target uses one. */
export type ReadingStrategy = Extract<Strategy, { readonly kind: "role_name" | "label" | "text" }>;

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

/** Elements with exactly this name; if there are none, those whose normalized name matches. */
function withName(elements: readonly Element[], name: string): readonly Element[] {
  const named = elements.map((element) => ({ element, own: accessibleName(element) }));
  const exact = named.filter(({ own }) => own === normalizeSpace(name));
  return (
    exact.length > 0 ? exact : named.filter(({ own }) => own !== "" && normalizeName(own) === normalizeName(name))
  ).map(({ element }) => element);
}

/** `New order…`, `NEW ORDER`, and `New order (3)` are the same name. Numbers that aren't counts are significant. */
function normalizeName(text: string): string {
  return (
    normalizeSpace(text)
      .toLowerCase()
      .replace(/ ?\(\d+\)$|[\s.:…!]+$/g, "") || normalizeSpace(text)
  );
}

/** The innermost elements whose entire text is `text`; with a tag, their nearest ancestor with that tag. */
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
