import type { Strategy, Target } from "@fanfare/contract/target";
import { t } from "../language/t.ts";
import { strategySummary } from "./steps.ts";

/** By which ways an element is found, in their order. */
export function targetWords({ strategies, scope }: Target): string {
  const ways = strategies.map(wayWords).join(t(", or "));
  return scope === undefined ? ways : t("{target} in {scope}", { target: ways, scope: wayWords(scope) });
}

/** One way, with what kind it is. */
function wayWords(strategy: Strategy): string {
  const summary = strategySummary(strategy);
  switch (strategy.kind) {
    case "test_id":
    case "role_name":
    case "label":
      return summary;
    case "text":
      return strategy.tag === undefined ? summary : t("{target} in {scope}", { target: summary, scope: strategy.tag });
    case "attribute":
      return t("attribute {pair}", { pair: summary });
    case "css":
      return t("selector {selector}", { selector: summary });
  }
}
