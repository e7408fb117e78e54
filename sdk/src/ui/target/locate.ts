import type { Strategy, Target } from "@fanfare/contract/target/target";
import { call } from "../../lib/native.ts";
import { COVERING_MODALS, type SearchRoot, searchRoots, topmostModal } from "../dom/page-modals.ts";
import { ancestorChain, frameDocument, isVisible } from "../dom/visibility.ts";
import type { StrategyResult } from "../types.ts";

export interface LocateResult {
  /** The only usable match of the first locator that has exactly one; null if there is none. */
  readonly element: Element | null;
  readonly tried: readonly StrategyResult[];
}

/** Locators by role, label, or text. */
export type ReadingStrategy = Extract<Strategy, { readonly kind: "role_name" | "label" | "text" }>;

/** Finder for locators in another chunk: see {@link needsReader}. */
export interface StrategyReader {
  (root: SearchRoot, strategy: ReadingStrategy): readonly Element[];
  /** What a scope stands for: a heading for the part of the page that it titles. */
  readonly partOf?: (scope: Element) => Element;
}

/** True if a target can't be located without a {@link StrategyReader}. */
export function needsReader({ strategies, scope }: Target): boolean {
  return [...strategies, ...(scope ? [scope] : [])].some(isReadingStrategy);
}

export function isReadingStrategy(strategy: Strategy): strategy is ReadingStrategy {
  return /role|label|text/.test(strategy.kind);
}

/**
 * Calls `run` once the page was read, perhaps later, with a reader that is valid until it returns. `begun_ms`: when it
 * would have begun without pauses.
 */
export type Search = (roots: readonly SearchRoot[], run: (reader: StrategyReader, begun_ms: number) => void) => void;

/**
 * Locates a target once, best locator first, including in open shadow roots and same-site frames. Several usable
 * matches, or several scopes, count as none: a wrong element is worse than no element.
 *
 * @example
 * locate(document, {
 *   strategies: [{ kind: "test_id", value: "save" }, { kind: "text", value: "Save" }],
 * }, findByReading);
 */
export function locate(
  document: Document,
  { strategies, scope }: Target,
  reader: StrategyReader,
  all = searchRootsWithFrames(document),
): LocateResult {
  const around = scope && locate(document, { strategies: [scope] }, reader, all).element;
  const roots = around ? searchRootsWithFrames(reader.partOf?.(around) ?? around) : scope && !scope.optional ? [] : all;
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

/** `around` and all open shadow roots and same-site frames in it, except ours. */
export function searchRootsWithFrames(around: Document | Element): readonly SearchRoot[] {
  return searchRoots(around, frameDocument);
}

/** All elements in `root` that match a locator, visible or not. */
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
    return [...call(root, "querySelectorAll", selector)];
  } catch {
    // An unsupported selector finds nothing; the other locators are tried next.
    return [];
  }
}
