import type { Body } from "@fanfare/contract/content/body";
import type { Step } from "@fanfare/contract/content/tour";
import { type GateResult, pageGateResult } from "@fanfare/contract/gates/evaluate";
import type { Facts } from "@fanfare/contract/gates/gates";
import type { Target } from "@fanfare/contract/target/target";
import type { Cause } from "@fanfare/contract/wording/cause";
import { pageEvidence } from "@fanfare/contract/wording/page-evidence";
import type { TargetFact } from "../../api/results.ts";
import { locate, needsReader, type StrategyReader } from "../../ui/target/locate.ts";

export interface TargetPlace {
  readonly station: string;
  readonly target: Target;
  readonly on_missing: "skip" | "center" | "end";
}

/** Evaluates each target of a content item on the current page: matches per locator, and how many are usable. */
export async function targetFacts(document: Document, body: Body): Promise<readonly TargetFact[]> {
  const places = targetPlaces(body);
  const reader = await loadReader(places);
  return places.map(({ station, target }) => ({
    station,
    found: locate(document, target, reader).element !== null,
    // Evaluate each locator separately: the player stops at the first match, but the report lists them all.
    strategies: target.strategies.flatMap((each) => locate(document, { ...target, strategies: [each] }, reader).tried),
  }));
}

/** Loads the reader for role, label, and text locators, if any target needs it. */
export async function loadReader(places: readonly Pick<TargetPlace, "target">[]): Promise<StrategyReader> {
  const blind: StrategyReader = () => [];
  if (!places.some(({ target }) => needsReader(target))) return blind;
  return import("../../ui/target/reading-strategies.ts").then(
    ({ findByReading }) => findByReading,
    // If the chunk can't be loaded, its locators find nothing, as in the player.
    () => blind,
  );
}

/**
 * Evaluates the target gates for the step where a run would start. Steps that are skipped or centered without their
 * target don't block.
 */
export function judgeTarget(
  body: Body,
  facts: readonly TargetFact[],
  begins_at: string | undefined,
): { readonly target: Facts["target"]; readonly causes: readonly Cause[] } | undefined {
  const steps = stepsOf(body);
  const from = Math.max(
    0,
    steps.findIndex(({ id }) => id === begins_at),
  );
  const places = targetPlaces(body);
  // A tour starts with the first step that isn't skipped.
  const positions = steps.length > 0 ? steps.slice(from).map(({ id }) => id) : places.map(({ station }) => station);
  if (positions.length === 0) return foundTarget(pageEvidence("no_target"));
  let left_out: TargetFact | undefined;
  for (const station of positions) {
    const place = places.find((each) => each.station === station);
    const fact = facts.find((each) => each.station === station);
    if (place === undefined || fact === undefined) return foundTarget(pageEvidence("no_first_target"));
    if (fact.found) return foundTarget(describeTarget(fact));
    if (place.on_missing === "center") return foundTarget(describeTarget(fact), pageEvidence("target_centered"));
    if (place.on_missing === "end") return missingTarget(fact);
    left_out ??= fact;
  }
  return left_out === undefined ? undefined : missingTarget(left_out);
}

/** Replaces the two target gates with the page's result, which the server can't know. */
export function withTargetGate(result: GateResult, judged: ReturnType<typeof judgeTarget>): GateResult {
  if (judged === undefined || (result.gate !== "target_missing" && result.gate !== "target_hidden")) return result;
  const blocks = judged.target === (result.gate === "target_missing" ? "missing" : "hidden");
  return pageGateResult({ gate: result.gate, status: blocks ? "block" : "pass" }, judged.causes);
}

export function targetPlaces(body: Body): readonly TargetPlace[] {
  if (body.type === "hint") return [{ station: body.panel.id, target: body.target, on_missing: "end" }];
  if ("panels" in body && body.position && "target" in body.position) {
    return [{ station: body.panels[0]?.id ?? "", target: body.position.target, on_missing: "end" }];
  }
  return stepsOf(body).flatMap((step) =>
    step.kind === "anchored" ? [{ station: step.id, target: step.target, on_missing: step.on_missing }] : [],
  );
}

/** Duplicates the contract's function: a shared chunk would add to the size of every tour. */
const stepsOf = (body: Body): readonly Step[] => (body.type === "tour" ? body.steps : []);

const foundTarget = (...causes: readonly Cause[]) => ({ target: "found", causes }) as const;

function missingTarget(fact: TargetFact) {
  const hidden = fact.strategies.some(({ matches, visible }) => matches > 0 && visible === 0);
  return { target: hidden ? "hidden" : "missing", causes: [describeTarget(fact)] } as const;
}

function describeTarget({ station, strategies }: TargetFact): Cause {
  const locators = strategies.map(({ kind, matches, visible }) => pageEvidence("locator", { kind, matches, visible }));
  return pageEvidence("target_tried", { step: station, locators });
}
