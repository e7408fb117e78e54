import type { Strategy } from "@fanfare/contract/target";
import type { ReadingStrategy } from "./finders.ts";
import { HOST_NAME, topmostModal } from "./modal.ts";
import type { Tried } from "./types.ts";
import { isVisible, outward } from "./visible.ts";

export interface Located {
  /** The one usable element of the first strategy that has exactly one; null when none has. */
  readonly element: Element | null;
  readonly tried: readonly Tried[];
}

/** The strategies of another chunk: see {@link reads}. */
export type Reader = (root: Document | ShadowRoot, strategy: ReadingStrategy) => readonly Element[];

/** True when a target cannot be looked for without a {@link Reader}. */
export function reads(strategies: readonly Strategy[]): boolean {
  return strategies.some(({ kind }) => kind === "role_name" || kind === "label" || kind === "text");
}

/**
 * Looks for a target once, best strategy first. Open shadow roots are looked into. Two usable elements are none: the
 * wrong one would be worse than none.
 *
 * @example
 * locate(document, [{ kind: "test_id", value: "save" }, { kind: "role_name", role: "button", name: "Save" }], findByReading);
 */
export function locate(document: Document, strategies: readonly Strategy[], reader: Reader): Located {
  const roots = openRoots(document);
  const modal = topmostModal(document);
  const tried: Tried[] = [];
  for (const strategy of strategies) {
    const matches = roots.flatMap((root) => matching(root, strategy, reader));
    const visible = matches.filter(
      (element) => isVisible(element) && (modal === null || outward(element).includes(modal)),
    );
    tried.push({ kind: strategy.kind, matches: matches.length, visible: visible.length });
    const [element] = visible;
    if (element !== undefined && visible.length === 1) return { element, tried };
  }
  return { element: null, tried };
}

/** The document and every open shadow root in it, but for our own. */
export function openRoots(document: Document): readonly (Document | ShadowRoot)[] {
  const roots: (Document | ShadowRoot)[] = [document];
  // The list grows while it is walked: roots inside of roots follow.
  for (const root of roots) {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot !== null && element.localName !== HOST_NAME) roots.push(element.shadowRoot);
    }
  }
  return roots;
}

function matching(root: Document | ShadowRoot, strategy: Strategy, reader: Reader): readonly Element[] {
  switch (strategy.kind) {
    case "test_id":
      return ["testid", "test-id", "test"].flatMap((name) => withAttribute(root, `data-${name}`, strategy.value));
    case "attribute":
      return withAttribute(root, strategy.name, strategy.value);
    case "css":
      return select(root, strategy.value);
    default:
      return reader(root, strategy);
  }
}

function withAttribute(root: ParentNode, name: string, value: string): readonly Element[] {
  return select(root, `[${CSS.escape(name)}=${CSS.escape(value)}]`);
}

function select(root: ParentNode, selector: string): readonly Element[] {
  try {
    return [...root.querySelectorAll(selector)];
  } catch {
    // Not a selector of this browser: it finds nothing, and the other strategies have their turn.
    return [];
  }
}
