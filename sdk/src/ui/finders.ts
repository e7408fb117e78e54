import type { Strategy } from "@fanfare/contract/target";
import { accessibleName, withRole, words } from "./accessible-name.ts";
import type { Root } from "./modal.ts";

/** Elements that can be labelled. */
const LABELLED = "input,select,textarea,button,meter,output,progress,[contenteditable],[aria-label],[aria-labelledby]";

/** The strategies that read what a person reads. Loaded when a target has one of them. */
export type ReadingStrategy = Extract<Strategy, { readonly kind: "role_name" | "label" | "text" }>;

/** Every element of `root` that the strategy names, seen or not. */
export function findByReading(root: Root, strategy: ReadingStrategy): readonly Element[] {
  switch (strategy.kind) {
    case "role_name":
      return called(withRole(root, strategy.role), strategy.name);
    case "label":
      return called([...root.querySelectorAll(LABELLED)], strategy.value);
    case "text": {
      const text = words(strategy.value);
      const exact = withText(root, text, strategy.tag, words);
      return exact.length > 0 ? exact : withText(root, loosely(text), strategy.tag, loosely);
    }
  }
}

/** Those with exactly this name; where there is none, those whose name is put a little differently. */
function called(elements: readonly Element[], name: string): readonly Element[] {
  const named = elements.map((element) => ({ element, own: accessibleName(element) }));
  const exact = named.filter(({ own }) => own === words(name));
  return (exact.length > 0 ? exact : named.filter(({ own }) => own !== "" && loosely(own) === loosely(name))).map(
    ({ element }) => element,
  );
}

/** `New order…`, `NEW ORDER` and `New order (3)` are one name. Numbers that are not counts tell one thing from another. */
function loosely(text: string): string {
  return (
    words(text)
      .toLowerCase()
      .replace(/ ?\(\d+\)$|[\s.:…!]+$/g, "") || words(text)
  );
}

/** The innermost elements whose whole text is `text`; with a tag, the nearest of that tag around them. */
function withText(
  root: Root,
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
