import type { Body } from "@fanfare/contract/content/body";
import type { Step } from "@fanfare/contract/content/tour";
import { type GateResult, pageGateResult } from "@fanfare/contract/gates/evaluate";
import type { Facts } from "@fanfare/contract/gates/gates";
import type { Target } from "@fanfare/contract/target/target";
import type { Cause } from "@fanfare/contract/wording/cause";
import { pageEvidence } from "@fanfare/contract/wording/page-evidence";
import type { TargetFact } from "../../api/results.ts";
import { locate, needsReader, type StrategyReader } from "../../ui/target/locate.ts";

/** One place of a content that points at something. */
export interface TargetPlace {
  readonly station: string;
  readonly target: Target;
  /** What happens where the target is not there. */
  readonly on_missing: "skip" | "center" | "end";
}

/** Each element that a content points at, as the page is now: what every strategy finds, and how much of it can be used. */
export async function targetFacts(document: Document, body: Body): Promise<readonly TargetFact[]> {
  const places = targetPlaces(body);
  const reader = await loadReader(places);
  return places.map(({ station, target }) => ({
    station,
    found: locate(document, target, reader).element !== null,
    // Each by itself: the player stops at the first that finds one, and who asks wants to see them all.
    strategies: target.strategies.flatMap((each) => locate(document, { ...target, strategies: [each] }, reader).tried),
  }));
}

/** What finds by what elements say, where any place asks for that. */
export async function loadReader(places: readonly Pick<TargetPlace, "target">[]): Promise<StrategyReader> {
  const blind: StrategyReader = () => [];
  if (!places.some(({ target }) => needsReader(target))) return blind;
  return import("../../ui/target/reading-strategies.ts").then(
    ({ findByReading }) => findByReading,
    // Without that chunk its strategies find nothing here, as they would find nothing for the player.
    () => blind,
  );
}

/**
 * What the gates of the target say of the place where a run would begin. A step that is left out without its target, or
 * stands in the middle then, is none that keeps a content away.
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
  // A tour begins with the first of its steps that does not leave itself out.
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

/** The two gates with what the page says of its targets, where the server could not know. */
export function withTargetGate(result: GateResult, judged: ReturnType<typeof judgeTarget>): GateResult {
  if (judged === undefined || (result.gate !== "target_missing" && result.gate !== "target_hidden")) return result;
  const blocks = judged.target === (result.gate === "target_missing" ? "missing" : "hidden");
  return pageGateResult({ gate: result.gate, status: blocks ? "block" : "pass" }, judged.causes);
}

/** Where a content points at something, in the order of its steps. */
export function targetPlaces(body: Body): readonly TargetPlace[] {
  if (body.type === "hint") return [{ station: body.panel.id, target: body.target, on_missing: "end" }];
  return stepsOf(body).flatMap((step) =>
    step.kind === "anchored" ? [{ station: step.id, target: step.target, on_missing: step.on_missing }] : [],
  );
}

/** As the contract has it; said again here, because a chunk that both shared would cost every tour. */
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
