import type { Target } from "@fanfare/contract/target";
import { t } from "../language/t.ts";
import { strategySummary } from "./steps.ts";

/** By which ways an element is found, in their order. */
export function targetWords({ strategies, scope }: Target): string {
  const ways = strategies.map(strategySummary).join(t(", or "));
  return scope === undefined ? ways : t("{target} in {scope}", { target: ways, scope: strategySummary(scope) });
}
