import type { Step, StepAction } from "./tour.ts";

/**
 * A navigation problem in a tour. `unreachable`: no step leads here. `endless`: from here, the tour can only be closed,
 * never completed.
 */
export interface StepProblem {
  readonly step_id: string;
  readonly kind: "unreachable" | "endless";
}

/**
 * Finds unreachable steps and steps that never reach the end, in step order. A missing target doesn't count as a way
 * forward. Used for publish warnings.
 *
 * @example
 * const go = (step_id: string) => ({ label: "Go", action: { kind: "go_to", step_id } as const });
 * stepProblems([{ ...one, buttons: [go("three")] }, two, three]); // [{ step_id: "two", kind: "unreachable" }]
 */
export function stepProblems(steps: readonly Step[]): readonly StepProblem[] {
  const ways = steps.map((_, index) => waysFrom(steps, index));
  const reached = spread([0], (index) => ways[index] ?? []);
  const ends = ways.flatMap((to, index) => (to.includes(steps.length) ? [index] : []));
  const ending = spread(ends, (index) => ways.flatMap((to, from) => (to.includes(index) ? [from] : [])));
  return steps.flatMap(({ id }, index): readonly StepProblem[] => {
    if (!reached.has(index)) return [{ step_id: id, kind: "unreachable" }];
    return ending.has(index) ? [] : [{ step_id: id, kind: "endless" }];
  });
}

/** Indexes of the possible next steps. `steps.length` is the end of the tour. */
function waysFrom(steps: readonly Step[], index: number): readonly number[] {
  const step = steps[index];
  if (step === undefined) return [];
  const end = steps.length;
  const lead = (action: StepAction): readonly number[] => {
    switch (action.kind) {
      case "next":
        return [index + 1];
      case "go_to":
        return [steps.findIndex(({ id }) => id === action.step_id)];
      case "finish":
      case "start":
        return [end];
      case "link":
        return index + 1 === end ? [end] : [];
      case "back":
      case "host":
      case "stay":
      case "close":
      case "suppress":
      case "snooze":
        return [];
    }
  };
  const ways = step.buttons?.flatMap(({ action }) => lead(action)) ?? [index + 1];
  const passed = step.skip_if !== undefined || (step.advance ?? []).length > 0;
  return passed ? [...ways, index + 1] : ways;
}

/** Transitive closure of `next`, starting at `first`. */
function spread(first: readonly number[], next: (from: number) => readonly number[]): ReadonlySet<number> {
  const seen_ids = new Set(first);
  // A Set's iteration includes values added during the loop.
  for (const from of seen_ids) for (const to of next(from)) seen_ids.add(to);
  return seen_ids;
}
