import type { Target } from "@fanfare/contract/target/target";
import { scoreStrategy } from "@fanfare/contract/target/target-score";
import { locate, type StrategyReader } from "../ui/target/locate.ts";
import type { StrategyLine, TargetLine } from "./target-line.ts";

export function buildTargetLine(
  document: Document,
  station: string,
  target: Target,
  reader: StrategyReader,
): TargetLine {
  return {
    station,
    element: locate(document, target, reader).element,
    strategies: target.strategies.map((strategy): StrategyLine => {
      const { element, tried } = locate(document, { ...target, strategies: [strategy] }, reader);
      const { matches = 0, visible = 0 } = tried[0] ?? {};
      return { strategy, score: scoreStrategy(strategy), matches, visible, element };
    }),
  };
}
