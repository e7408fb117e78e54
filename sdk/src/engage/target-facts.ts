import type { Body } from "@fanfare/contract/content";
import type { Facts } from "@fanfare/contract/gates";
import type { GateResult } from "@fanfare/contract/rules";
import type { Target } from "@fanfare/contract/target";
import type { Step } from "@fanfare/contract/tour";
import type { TargetFact } from "../answers.ts";
import { locate, type Reader, reads } from "../ui/target.ts";

/** One place of a content that points at something. */
export interface Place {
  readonly station: string;
  readonly target: Target;
  /** What happens where the target is not there. */
  readonly on_missing: "skip" | "center" | "end";
}

/** Each element that a content points at, as the page is now: what every strategy finds, and how much of it can be used. */
export async function targetFacts(document: Document, body: Body): Promise<readonly TargetFact[]> {
  const places = placesOf(body);
  const reader = await readerFor(places);
  return places.map(({ station, target }) => ({
    station,
    found: locate(document, target, reader).element !== null,
    // Each by itself: the player stops at the first that finds one, and who asks wants to see them all.
    strategies: target.strategies.flatMap((each) => locate(document, { ...target, strategies: [each] }, reader).tried),
  }));
}

/** What finds by what elements say, where any place asks for that. */
export async function readerFor(places: readonly Pick<Place, "target">[]): Promise<Reader> {
  const blind: Reader = () => [];
  if (!places.some(({ target }) => reads(target))) return blind;
  return import("../ui/finders.ts").then(
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
): { readonly target: Facts["target"]; readonly evidence: string } | undefined {
  const steps = stepsOf(body);
  const from = Math.max(
    0,
    steps.findIndex(({ id }) => id === begins_at),
  );
  const places = placesOf(body);
  // A tour begins with the first of its steps that does not leave itself out.
  const stations = steps.length > 0 ? steps.slice(from).map(({ id }) => id) : places.map(({ station }) => station);
  if (stations.length === 0) return found("It points at nothing.");
  let left_out: TargetFact | undefined;
  for (const station of stations) {
    const place = places.find((each) => each.station === station);
    const fact = facts.find((each) => each.station === station);
    if (place === undefined || fact === undefined) return found("It begins with a card that points at nothing.");
    if (fact.found) return found(sentence(fact));
    if (place.on_missing === "center") return found(`${sentence(fact)} It stands in the middle of the page instead.`);
    if (place.on_missing === "end") return absent(fact);
    left_out ??= fact;
  }
  return left_out === undefined ? undefined : absent(left_out);
}

/** The two gates with what the page says of its targets, where the server could not know. */
export function withTarget(result: GateResult, judged: ReturnType<typeof judgeTarget>): GateResult {
  if (judged === undefined || (result.gate !== "target_missing" && result.gate !== "target_hidden")) return result;
  const blocks = judged.target === (result.gate === "target_missing" ? "missing" : "hidden");
  return { ...result, status: blocks ? "block" : "pass", evidence: judged.evidence };
}

/** Where a content points at something, in the order of its steps. */
export function placesOf(body: Body): readonly Place[] {
  if (body.type === "hint") return [{ station: body.panel.id, target: body.target, on_missing: "end" }];
  return stepsOf(body).flatMap((step) =>
    step.kind === "anchored" ? [{ station: step.id, target: step.target, on_missing: step.on_missing }] : [],
  );
}

/** As the contract has it; said again here, because a chunk that both shared would cost every tour. */
const stepsOf = (body: Body): readonly Step[] => (body.type === "tour" ? body.steps : []);

const found = (evidence: string) => ({ target: "found", evidence }) as const;

function absent(fact: TargetFact) {
  const hidden = fact.strategies.some(({ matches, visible }) => matches > 0 && visible === 0);
  return { target: hidden ? "hidden" : "missing", evidence: sentence(fact) } as const;
}

function sentence({ station, strategies }: TargetFact): string {
  const parts = strategies.map(({ kind, matches, visible }) => `${kind} finds ${matches}, ${visible} to be used`);
  return `Target of ${station}: ${parts.join("; ")}. Exactly one counts.`;
}
