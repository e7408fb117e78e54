import type { Strategy } from "@fanfare/contract/target/target";
import { call, read } from "../../lib/native.ts";
import type { SearchRoot } from "../dom/page-modals.ts";
import { accessibleName, elementsWithRole, labelsIn, normalizeSpace } from "./accessible-name.ts";

/** `NodeFilter.SHOW_TEXT` */
const SHOW_TEXT = 4;
const LABELABLE = "input,select,textarea,button,meter,output,progress,[contenteditable],[aria-label],[aria-labelledby]";

/** Locators by role, label, or text. Loaded when a target uses one. */
export type ReadingStrategy = Extract<Strategy, { readonly kind: "role_name" | "label" | "text" }>;

export function findByReading(root: SearchRoot, strategy: ReadingStrategy): readonly Element[] {
  switch (strategy.kind) {
    case "role_name":
      // The alternative text of an image is often a file name or an abbreviation.
      return withName(root, elementsWithRole(root, strategy.role), strategy.name, strategy.role === "img");
    case "label":
      return withName(root, [...call(root, "querySelectorAll", LABELABLE)], strategy.value);
    case "text": {
      const text = normalizeSpace(strategy.value);
      const exact = withText(root, text, strategy.tag, normalizeSpace);
      return exact.length > 0 ? exact : withText(root, normalizeName(text), strategy.tag, normalizeName);
    }
  }
}

/** Elements with exactly this name; if there are none, those whose normalized name matches, unless `strict`. */
function withName(root: SearchRoot, elements: readonly Element[], name: string, strict = false): readonly Element[] {
  const labelsOf = labelsIn(root);
  const named = elements.map((element) => ({ element, own: accessibleName(element, labelsOf) }));
  const exact = named.filter(({ own }) => own === normalizeSpace(name));
  return (
    strict || exact.length > 0
      ? exact
      : named.filter(({ own }) => own !== "" && normalizeName(own) === normalizeName(name))
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
  normalize: (text: string) => string,
): readonly Element[] {
  const found = new Set<Element>();
  /** Ancestors with more text, so that each is read once. */
  const longer = new Set<Element>();
  const walker = call(read(root, "ownerDocument") ?? (root as Document), "createTreeWalker", root, SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const beginning = normalize(node.nodeValue ?? "");
    if (beginning === "" || !text.startsWith(beginning)) continue;
    for (let at = node.parentElement; at !== null && !longer.has(at); at = read(at, "parentElement")) {
      const whole = normalize(read(at, "textContent"));
      if (whole.length > text.length) {
        longer.add(at);
        break;
      }
      if (whole !== text || (tag !== undefined && read(at, "localName") !== tag)) continue;
      found.add(at);
      break;
    }
  }
  return [...found];
}
