import type { Strategy, Target } from "@fanfare/contract/target/target";
import { COVERING_MODALS, type SearchRoot, searchRoots, topmostModal } from "../dom/page-modals.ts";
import { ancestorChain, frameDocument, isVisible } from "../dom/visibility.ts";
import type { StrategyResult } from "../types.ts";
import type { ReadingStrategy } from "./reading-strategies.ts";

export interface LocateResult {
  /** The one usable element of the first strategy that has exactly one; null when none has. */
  readonly element: Element | null;
  readonly tried: readonly StrategyResult[];
}

/** The strategies of another chunk: see {@link needsReader}. */
export type StrategyReader = (root: SearchRoot, strategy: ReadingStrategy) => readonly Element[];

/** True when a target cannot be looked for without a {@link StrategyReader}. */
export function needsReader({ strategies, scope }: Target): boolean {
  return [...strategies, scope].some((each) => each && isReadingStrategy(each));
}

function isReadingStrategy({ kind }: Strategy): boolean {
  return kind === "role_name" || kind === "label" || kind === "text";
}

/**
 * Looks for a target once, best strategy first. Open shadow roots and frames of the same site are looked into. Two usable
 * elements are none, and so are two scopes: the wrong one would be worse than none.
 *
 * @example
 * locate(document, { strategies: [{ kind: "test_id", value: "save" }, { kind: "text", value: "Save" }] }, findByReading);
 */
export function locate(document: Document, { strategies, scope }: Target, reader: StrategyReader): LocateResult {
  const around = scope ? locate(document, { strategies: [scope] }, reader).element : document;
  const roots = around ? searchRootsWithFrames(around) : [];
  const modal = topmostModal(document, null, COVERING_MODALS);
  const tried: StrategyResult[] = [];
  for (const strategy of strategies) {
    const matches = roots.flatMap((root) => matchingElements(root, strategy, reader));
    const visible = matches.filter(
      (element) => isVisible(element) && (!modal || ancestorChain(element).includes(modal)),
    );
    tried.push({ kind: strategy.kind, matches: matches.length, visible: visible.length });
    const [element] = visible;
    if (element && visible.length === 1) return { element, tried };
  }
  return { element: null, tried };
}

/** `around` and every open shadow root and frame in it, but for our own. */
export function searchRootsWithFrames(around: Document | Element): readonly SearchRoot[] {
  return searchRoots(around, frameDocument);
}

/** Every element of `root` that a strategy names, seen or not. */
export function matchingElements(root: SearchRoot, strategy: Strategy, reader: StrategyReader): readonly Element[] {
  switch (strategy.kind) {
    case "test_id":
      return ["testid", "test-id", "test"].flatMap((name) => withAttribute(root, `data-${name}`, strategy.value));
    case "attribute":
      return withAttribute(root, strategy.name, strategy.value);
    case "css":
      return safeQuery(root, strategy.value);
    default:
      return reader(root, strategy);
  }
}

function withAttribute(root: ParentNode, name: string, value: string): readonly Element[] {
  return safeQuery(root, `[${CSS.escape(name)}=${CSS.escape(value)}]`);
}

function safeQuery(root: ParentNode, selector: string): readonly Element[] {
  try {
    return [...root.querySelectorAll(selector)];
  } catch {
    // Not a selector of this browser: it finds nothing, and the other strategies have their turn.
    return [];
  }
}
