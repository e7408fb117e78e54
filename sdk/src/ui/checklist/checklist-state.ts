import type { PlayerEvent } from "../types.ts";

/** Completed tasks. `told`: those that this window reported, or left to another window. */
export interface ChecklistState {
  readonly tasks: readonly string[];
  readonly done: ReadonlySet<string>;
  readonly told: ReadonlySet<string>;
}

export type ChecklistInput =
  /** The person did it here. */
  | { readonly kind: "finish"; readonly step_id: string }
  /** Completed elsewhere. `fresh` hasn't been reported yet. */
  | { readonly kind: "learn"; readonly done: readonly string[]; readonly fresh: readonly string[] }
  /** This window reports the task. */
  | { readonly kind: "claimed"; readonly step_id: string }
  /** A version with these tasks is shown. */
  | { readonly kind: "version"; readonly tasks: readonly string[] };

export type ChecklistEffect =
  | { readonly kind: "done"; readonly tasks: readonly string[] }
  /** Find out whether this window reports the task. */
  | { readonly kind: "claim"; readonly step_id: string }
  | { readonly kind: "complete" }
  | Extract<PlayerEvent, { readonly kind: "step_completed" }>;

export interface ChecklistMove {
  readonly state: ChecklistState;
  readonly effects: readonly ChecklistEffect[];
}

export function startChecklist(tasks: readonly string[], done: readonly string[]): ChecklistState {
  return { tasks, done: new Set(done.filter((id) => tasks.includes(id))), told: new Set() };
}

/** Computes the next state. Pure: the caller runs the effects in order. */
export function moveChecklist(state: ChecklistState, input: ChecklistInput): ChecklistMove {
  switch (input.kind) {
    case "finish": {
      const { step_id } = input;
      if (state.done.has(step_id)) return { state, effects: [] };
      const now = addDone(state, [step_id], [step_id]);
      return {
        state: now.state,
        effects: [...now.effects, ...completion(now.state), { kind: "step_completed", step_id }],
      };
    }
    case "learn": {
      const untold = input.fresh.filter((id) => !state.told.has(id));
      const now = addDone(state, input.done, untold);
      return {
        state: now.state,
        effects: [...now.effects, ...untold.map((step_id) => ({ kind: "claim", step_id }) as const)],
      };
    }
    case "claimed":
      return { state, effects: [{ kind: "step_completed", step_id: input.step_id }, ...completion(state)] };
    case "version": {
      const after = { ...startChecklist(input.tasks, [...state.done]), told: state.told };
      return { state: after, effects: completion(after) };
    }
  }
}

function addDone(state: ChecklistState, ids: readonly string[], received: readonly string[]): ChecklistMove {
  const tasks = state.tasks.filter((id) => ids.includes(id) && !state.done.has(id));
  return {
    state: { ...state, done: new Set([...state.done, ...tasks]), told: new Set([...state.told, ...received]) },
    effects: tasks.length === 0 ? [] : [{ kind: "done", tasks }],
  };
}

/** The last task completes the list. */
function completion({ tasks, done }: ChecklistState): readonly ChecklistEffect[] {
  return done.size < tasks.length ? [] : [{ kind: "complete" }];
}
