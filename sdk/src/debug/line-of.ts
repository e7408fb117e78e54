import type { Target } from "@fanfare/contract/target";
import { scoreOf } from "@fanfare/contract/target-score";
import { locate, type Reader } from "../ui/target.ts";
import type { StrategyLine, TargetLine } from "./target-line.ts";

/** What one target finds in the page now. */
export function lineOf(document: Document, station: string, target: Target, reader: Reader): TargetLine {
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
