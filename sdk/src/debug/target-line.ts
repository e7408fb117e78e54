import type { Strategy, Target } from "@fanfare/contract/target";
import { locate, type Reader } from "../ui/target.ts";

/** What one strategy finds in the page now. */
export interface StrategyLine {
  readonly strategy: Strategy;
  /** How likely it survives a redesign, from 0 to 1. */
  readonly score: number;
  readonly matches: number;
  readonly visible: number;
  /** The one element that can be used; null where there is none, or more than one. */
  readonly element: Element | null;
}

export interface TargetLine {
  readonly station: string;
  /** The element that the player takes. */
  readonly element: Element | null;
  readonly strategies: readonly StrategyLine[];
}

/** What one target finds in the page now. */
export function lineOf(
  document: Document,
  station: string,
  target: Target,
  { reader, scoreOf }: { readonly reader: Reader; readonly scoreOf: (strategy: Strategy) => number },
): TargetLine {
  return {
    station,
    element: locate(document, target, reader).element,
    strategies: target.strategies.map((strategy): StrategyLine => {
      const { element, tried } = locate(document, { ...target, strategies: [strategy] }, reader);
      const { matches = 0, visible = 0 } = tried[0] ?? {};
      return { strategy, score: scoreOf(strategy), matches, visible, element };
    }),
  };
}

/** A strategy in words: `css .save`, `role_name button “Save”`. */
export function wordsOf(strategy: Strategy): string {
  switch (strategy.kind) {
    case "role_name":
      return `role ${strategy.role} “${strategy.name}”`;
    case "attribute":
      return `attribute ${strategy.name}=“${strategy.value}”`;
    case "test_id":
      return `test id “${strategy.value}”`;
    case "css":
      return `css ${strategy.value}`;
    case "label":
    case "text":
      return `${strategy.kind} “${strategy.value}”`;
  }
}
