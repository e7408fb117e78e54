import type { Step, StepAction } from "./tour.ts";

/**
 * What is wrong with the ways between the steps of a tour. `unreachable`: nothing leads there. `endless`: from there the
 * tour can be left by its cross alone, never completed.
 */
export interface StepProblem {
  readonly step_id: string;
  readonly kind: "unreachable" | "endless";
}

/**
 * Finds the steps that nobody gets to, and those from which nobody gets to the end, in their order. A target that is
 * missing is no way on. Pure; publishing is warned by it.
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

/** The places of the steps that may follow; their number stands for the end. */
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
      case "close":
        return [];
    }
  };
  const ways = step.buttons?.flatMap(({ action }) => lead(action)) ?? [index + 1];
  const passed = step.skip_if !== undefined || (step.advance ?? []).length > 0;
  return passed ? [...ways, index + 1] : ways;
}

/** All that is come to from `first`, step by step. */
function spread(first: readonly number[], next: (from: number) => readonly number[]): ReadonlySet<number> {
  const seen_ids = new Set(first);
  // What is added while it is walked is walked too.
  for (const from of seen_ids) for (const to of next(from)) seen_ids.add(to);
  return seen_ids;
}
