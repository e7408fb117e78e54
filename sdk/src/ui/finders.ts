import type { Strategy } from "@fanfare/contract/target";
import { accessibleName, withRole, words } from "./accessible-name.ts";
import type { Root } from "./target.ts";

/** Elements that can be labelled. */
const LABELLED = "input,select,textarea,button,meter,output,progress,[contenteditable],[aria-label],[aria-labelledby]";

/** The strategies that read what a person reads. Loaded when a target has one of them. */
export type ReadingStrategy = Extract<Strategy, { readonly kind: "role_name" | "label" | "text" }>;

/** Every element of `root` that the strategy names, seen or not. */
export function findByReading(root: Root, strategy: ReadingStrategy): readonly Element[] {
  switch (strategy.kind) {
    case "role_name":
      return withRole(root, strategy.role).filter((element) => accessibleName(element) === words(strategy.name));
    case "label":
      return [...root.querySelectorAll(LABELLED)].filter((each) => accessibleName(each) === words(strategy.value));
    case "text":
      return withText(root, words(strategy.value), strategy.tag);
  }
}

/** The innermost elements whose whole text is `text`; with a tag, the nearest of that tag around them. */
function withText(root: Root, text: string, tag: string | undefined): readonly Element[] {
  const found = new Set<Element>();
  const walker = (root.ownerDocument ?? root).createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const beginning = words(node.nodeValue ?? "");
    if (beginning === "" || !text.startsWith(beginning)) continue;
    for (let at = node.parentElement; at !== null; at = at.parentElement) {
      const whole = words(at.textContent ?? "");
      if (whole.length > text.length) break;
      if (whole !== text || (tag !== undefined && at.localName !== tag)) continue;
      found.add(at);
      break;
    }
  }
  return [...found];
}
