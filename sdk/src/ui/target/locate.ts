import type { Strategy, Target, TargetScope } from "@fanfare/contract/target/target";
import { call } from "../../lib/native.ts";
import { COVERING_MODALS, type SearchRoot, searchRoots, topmostModal } from "../dom/page-modals.ts";
import { ancestorChain, frameDocument, isVisible } from "../dom/visibility.ts";
import type { StrategyResult } from "../types.ts";

export interface LocateResult {
  /** The only usable match of the first locator that has exactly one; null if there is none. */
  readonly element: Element | null;
  readonly tried: readonly StrategyResult[];
  /** What the innermost scope finds. */
  readonly scope?: Element | null | undefined;
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
export function needsReader(target: Target): boolean {
  return locatorsOf(target).some(isReadingStrategy);
}

/** The locators of a target, then of its scopes from the outside in. */
export function locatorsOf({ strategies, scope, outer_scopes = [] }: Target): readonly TargetScope[] {
  return scope ? [...strategies, ...outer_scopes, scope] : strategies;
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
  target: Target,
  reader: StrategyReader,
  roots = searchRootsWithFrames(document),
): LocateResult {
  let around: Element | null | undefined;
  for (const scope of locatorsOf(target).slice(target.strategies.length)) {
    around = locate(document, { strategies: [scope] }, reader, roots).element;
    if (around) roots = searchRootsWithFrames(reader.partOf?.(around) ?? around);
    else if (!scope.optional) roots = [];
  }
  const modal = topmostModal(document, null, COVERING_MODALS);
  const tried: StrategyResult[] = [];
  for (const strategy of target.strategies) {
    const matches = roots.flatMap((root) => matchingElements(root, strategy, reader));
    const visible = matches.filter(
      (element) => isVisible(element) && (!modal || ancestorChain(element).includes(modal)),
    );
    tried.push({ kind: strategy.kind, matches: matches.length, visible: visible.length });
    const [element, another] = visible;
    if (element && !another) return { element, tried, scope: around };
  }
  return { element: null, tried, scope: around };
}

/** `around` and all open shadow roots and same-site frames in it, except ours. */
export function searchRootsWithFrames(around: Document | Element): readonly SearchRoot[] {
  return searchRoots(around, frameDocument);
}

/** All elements in `root` that match a locator, visible or not. */
export function matchingElements(root: SearchRoot, strategy: Strategy, reader: StrategyReader): readonly Element[] {
  if (isReadingStrategy(strategy)) return reader(root, strategy);
  try {
    return [...call(root as ParentNode, "querySelectorAll", selectorOf(strategy))];
  } catch {
    // An unsupported selector finds nothing; the other locators are tried next.
    return [];
  }
}

function selectorOf(strategy: Exclude<Strategy, ReadingStrategy>): string {
  if (strategy.kind === "css") return strategy.value;
  const names = strategy.kind === "attribute" ? [strategy.name] : ["data-testid", "data-test-id", "data-test"];
  return names.map((name) => `[${CSS.escape(name)}=${CSS.escape(strategy.value)}]`).join();
}
