import type { PlayerEvent } from "../types.ts";

/**
 * Completed and skipped tasks. `told`: those that this window reported, or left to another window. `group`: those that
 * only the person's group did, which no window reports.
 */
export interface ChecklistState {
  readonly tasks: readonly string[];
  readonly done: ReadonlySet<string>;
  readonly told: ReadonlySet<string>;
  readonly group: readonly string[];
  readonly skipped: ReadonlySet<string>;
  /** Skipped or undone here, until the server knows. */
  readonly unsaved: ReadonlyMap<string, boolean>;
}

export type TaskStates = Pick<ChecklistState, "tasks" | "done" | "skipped">;

export interface TaskRowState {
  readonly is_done: boolean;
  readonly is_skipped: boolean;
  readonly is_locked: boolean;
}

export type ChecklistInput =
  /** The person did it here. */
  | { readonly kind: "finish"; readonly step_id: string }
  /** The person skipped it here, or undid that. */
  | { readonly kind: "skip"; readonly step_id: string; readonly is_skipped: boolean }
  /** Completed elsewhere. `fresh` hasn't been reported yet. `skipped`: as the server knows. */
  | {
      readonly kind: "learn";
      readonly done: readonly string[];
      readonly fresh: readonly string[];
      readonly skipped?: readonly string[] | undefined;
      readonly group?: readonly string[] | undefined;
    }
  /** This window reports the task, or what follows if the group did it. */
  | { readonly kind: "claimed"; readonly step_id: string }
  /** A version with these tasks is shown. */
  | { readonly kind: "version"; readonly tasks: readonly string[] };

export type ChecklistEffect =
  /** Show and announce what changed. */
  | { readonly kind: "changed"; readonly tasks: readonly string[] }
  /** Find out whether this window reports the task. */
  | { readonly kind: "claim"; readonly step_id: string }
  /** In a moment, unless the person undoes a skipped task. */
  | { readonly kind: "complete" }
  | Extract<PlayerEvent, { readonly kind: "step_completed" | "step_skipped" | "step_restored" }>;

export interface ChecklistMove {
  readonly state: ChecklistState;
  readonly effects: readonly ChecklistEffect[];
}

export function startChecklist(
  tasks: readonly string[],
  done: readonly string[],
  skipped: readonly string[] = [],
): ChecklistState {
  return {
    ...{ tasks, done: new Set(done.filter((id) => tasks.includes(id))), told: new Set(), group: [] },
    ...{ skipped: new Set(skipped.filter((id) => tasks.includes(id))), unsaved: new Map() },
  };
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
    case "skip": {
      const { step_id, is_skipped } = input;
      if (state.done.has(step_id) || state.skipped.has(step_id) === is_skipped) return { state, effects: [] };
      const skipped = new Set(state.skipped);
      if (is_skipped) skipped.add(step_id);
      else skipped.delete(step_id);
      const now = { ...state, skipped, unsaved: new Map(state.unsaved).set(step_id, is_skipped) };
      const event = { kind: is_skipped ? "step_skipped" : "step_restored", step_id } as const;
      return { state: now, effects: [{ kind: "changed", tasks: [step_id] }, event, ...completion(now)] };
    }
    case "learn": {
      const untold = input.fresh.filter((id) => !state.told.has(id));
      const now = learnDone(state, input, untold);
      return {
        state: now.state,
        effects: [...now.effects, ...untold.map((step_id) => ({ kind: "claim", step_id }) as const)],
      };
    }
    case "claimed": {
      const { step_id } = input;
      const told = state.group.includes(step_id) ? [] : [{ kind: "step_completed", step_id } as const];
      return { state, effects: [...told, ...completion(state)] };
    }
    case "version": {
      const { done, skipped, told, unsaved, group } = state;
      const after = { ...startChecklist(input.tasks, [...done], [...skipped]), told, unsaved, group };
      return { state: after, effects: completion(after) };
    }
  }
}

/** No task is left to do. Skipping all of them completes nothing. */
export function isSettled({ tasks, done, skipped }: ChecklistState): boolean {
  return done.size > 0 && tasks.every((id) => done.has(id) || skipped.has(id));
}

function addDone(state: ChecklistState, ids: readonly string[], received: readonly string[]): ChecklistMove {
  const tasks = state.tasks.filter((id) => ids.includes(id) && !state.done.has(id));
  return {
    state: { ...state, done: new Set([...state.done, ...tasks]), told: new Set([...state.told, ...received]) },
    effects: tasks.length === 0 ? [] : [{ kind: "changed", tasks }],
  };
}

/** Tasks done and skipped elsewhere. What the person skipped here wins until the server knows it. */
function learnDone(
  state: ChecklistState,
  { done, skipped = [...state.skipped], group = [] }: Extract<ChecklistInput, { readonly kind: "learn" }>,
  untold: readonly string[],
): ChecklistMove {
  const unsaved = new Map([...state.unsaved].filter(([id, is_skipped]) => skipped.includes(id) !== is_skipped));
  const isSkipped = (id: string): boolean => unsaved.get(id) ?? skipped.includes(id);
  const now = { ...state, unsaved, group, skipped: new Set(state.tasks.filter(isSkipped)) };
  const { state: after, effects } = addDone(now, done, untold);
  const is_same = state.tasks.every((id) => state.skipped.has(id) === after.skipped.has(id));
  return { state: after, effects: is_same || effects.length > 0 ? effects : [{ kind: "changed", tasks: [] }] };
}

/** The last task completes the list. */
function completion(state: ChecklistState): readonly ChecklistEffect[] {
  return isSettled(state) ? [{ kind: "complete" }] : [];
}
