import type { Strategy, Target } from "@fanfare/contract/target/target";
import { t } from "../../lib/i18n/t.ts";
import { strategySummary } from "../draft/steps.ts";

export function describeTarget({ strategies, scope }: Target): string {
  const ways = strategies.map(describeLocator).join(t(", or "));
  if (scope === undefined) return ways;
  const parts = { target: ways, scope: describeLocator(scope) };
  return scope.optional ? t("{target} in {scope}, if it exists", parts) : t("{target} in {scope}", parts);
}

function describeLocator(strategy: Strategy): string {
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
