import type { Step } from "@fanfare/contract/content/tour";
import type * as Tours from "./tour-state.ts";

/**
 * Computes the move after a new version is published while its tour is displayed. Loaded on demand. Pure. The tour
 * functions are passed in, because a shared chunk would be one more file for every tour.
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

/** Everything of a step except its texts, for comparison. */
function placeKey(step: Step | undefined): string {
  return JSON.stringify({ ...step, title: 0, blocks: 0, next_label: 0 });
}
