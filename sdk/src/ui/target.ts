import type { Strategy, Target } from "@fanfare/contract/target";
import type { ReadingStrategy } from "./finders.ts";
import { COVERS, type Root, topmostModal, treesIn } from "./modal.ts";
import type { Tried } from "./types.ts";
import { isVisible, outward, shownIn } from "./visible.ts";

export interface Located {
  /** The one usable element of the first strategy that has exactly one; null when none has. */
  readonly element: Element | null;
  readonly tried: readonly Tried[];
}

/** The strategies of another chunk: see {@link reads}. */
export type Reader = (root: Root, strategy: ReadingStrategy) => readonly Element[];

/** True when a target cannot be looked for without a {@link Reader}. */
export function reads({ strategies, scope }: Target): boolean {
  return [...strategies, scope].some((each) => each && isRead(each));
}

function isRead({ kind }: Strategy): boolean {
  return kind === "role_name" || kind === "label" || kind === "text";
}

/**
 * Looks for a target once, best strategy first. Open shadow roots and frames of the same site are looked into. Two usable
 * elements are none, and so are two scopes: the wrong one would be worse than none.
 *
 * @example
 * locate(document, { strategies: [{ kind: "test_id", value: "save" }, { kind: "text", value: "Save" }] }, findByReading);
 */
export function locate(document: Document, { strategies, scope }: Target, reader: Reader): Located {
  const around = scope ? locate(document, { strategies: [scope] }, reader).element : document;
  const roots = around ? openRoots(around) : [];
  const modal = topmostModal(document, null, COVERS);
  const tried: Tried[] = [];
  for (const strategy of strategies) {
    const matches = roots.flatMap((root) => matching(root, strategy, reader));
    const visible = matches.filter((element) => isVisible(element) && (!modal || outward(element).includes(modal)));
    tried.push({ kind: strategy.kind, matches: matches.length, visible: visible.length });
    const [element] = visible;
    if (element && visible.length === 1) return { element, tried };
  }
  return { element: null, tried };
}

/** `around` and every open shadow root and frame in it, but for our own. */
export function openRoots(around: Document | Element): readonly Root[] {
  return treesIn(around, shownIn);
}

/** Every element of `root` that a strategy names, seen or not. */
export function matching(root: Root, strategy: Strategy, reader: Reader): readonly Element[] {
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
