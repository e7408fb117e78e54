import type { Strategy, Target } from "@fanfare/contract/target/target";
import { t } from "../../lib/i18n/t.ts";
import { strategySummary } from "../draft/steps.ts";

export function describeTarget({ strategies, scope, outer_scopes = [] }: Target): string {
  let described = strategies.map(describeLocator).join(t(", or "));
  for (const each of scope === undefined ? [] : [scope, ...outer_scopes.toReversed()]) {
    const parts = { target: described, scope: describeLocator(each) };
    described = each.optional ? t("{target} in {scope} (if it exists)", parts) : t("{target} in {scope}", parts);
  }
  return described;
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
