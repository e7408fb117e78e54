import type { Step } from "@fanfare/contract/content/tour";
import type * as Tours from "./tour-state.ts";

/**
 * What follows when a new version is published while its tour is shown. Loaded when that happens. Pure. `tours`: what moves
 * tours is given, since a file that two others share would be one more for every tour to load.
 */
export function changeTour(
  { enter, indexOf, onScreen }: Pick<typeof Tours, "enter" | "indexOf" | "onScreen">,
  state: Tours.TourState,
  before: readonly Step[],
  steps: readonly Step[],
): Tours.Move {
  if (state.kind === "ended") return { state, effects: [] };
  const now = (index: number | null): number => indexOf(steps, before[index ?? -1]?.id ?? null);
  const same = now(state.index);
  const seen = now(onScreen(state));
  const on_screen = seen < 0 ? null : seen;
  if (same < 0) return enter(steps, Math.min(state.index, steps.length - 1), 1, on_screen);
  if (state.kind === "seeking" || placeKey(before[state.index]) !== placeKey(steps[same])) {
    return enter(steps, same, 1, on_screen);
  }
  return { state: { kind: "shown", index: same }, effects: [{ kind: "retext", index: same }] };
}

/** What of a step is not text, to compare. */
function placeKey(step: Step | undefined): string {
  return JSON.stringify({ ...step, title: 0, blocks: 0, next_label: 0 });
}
