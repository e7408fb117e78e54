import type { Step } from "@fanfare/contract/content/tour";
import type { EndReason } from "@fanfare/contract/events/events";
import type { PlayerEvent, StrategyResult } from "../types.ts";

type Direction = 1 | -1;

/** State of a tour. `on_screen`: the step whose card is displayed while another target is located. */
export type TourState =
  | {
      readonly kind: "seeking";
      readonly index: number;
      readonly direction: Direction;
      readonly on_screen: number | null;
    }
  | { readonly kind: "shown"; readonly index: number }
  | { readonly kind: "ended" };

export type TourInput =
  | { readonly kind: "next" }
  | { readonly kind: "back" }
  | { readonly kind: "go_to"; readonly step_id: string }
  | { readonly kind: "finish" }
  /** The next step is ready, and its target was found. */
  | { readonly kind: "found" }
  /** The next step doesn't apply to the current page. */
  | { readonly kind: "skipped" }
  | { readonly kind: "missing"; readonly tried: readonly StrategyResult[] }
  /** The target disappeared, or the page removed the card. */
  | { readonly kind: "lost" }
  | { readonly kind: "close"; readonly reason: EndReason };

export type TourEffect =
  | { readonly kind: "seek"; readonly index: number }
  /** `centered`: without its target. `again`: it was displayed before, so nothing is announced. */
  | { readonly kind: "show"; readonly index: number; readonly centered: boolean; readonly again: boolean }
  | { readonly kind: "retext"; readonly index: number }
  | { readonly kind: "end"; readonly reason: EndReason }
  | Extract<PlayerEvent, { readonly kind: "step_completed" | "target_missing" }>;

export interface Move {
  readonly state: TourState;
  readonly effects: readonly TourEffect[];
}

/** The initial state and first effects. Resumes at `step_id` if the edition still has it. */
export function startTour(steps: readonly Step[], step_id: string | null): Move {
  return enter(steps, Math.max(0, indexOf(steps, step_id)), 1, null);
}

/** Computes the next state. Pure: the caller runs the effects in order. */
export function moveTour(state: TourState, input: TourInput, steps: readonly Step[]): Move {
  const stay: Move = { state, effects: [] };
  if (state.kind === "ended") return stay;
  const { index } = state;
  const step = steps[index];
  const step_id = step?.id ?? "";
  const completed = (then: Move): Move => prepend({ kind: "step_completed", step_id }, then);
  switch (input.kind) {
    case "finish":
      return completed(end("completed"));
    case "next":
      if (!isOnScreen(state)) return enter(steps, index + 1, 1, onScreen(state));
      return completed(index + 1 < steps.length ? enter(steps, index + 1, 1, index) : end("completed"));
    case "back":
      return index > 0 ? enter(steps, index - 1, -1, onScreen(state)) : stay;
    case "go_to": {
      const index = indexOf(steps, input.step_id);
      return index < 0 ? stay : enter(steps, index, 1, onScreen(state));
    }
    case "lost":
      return state.kind === "shown" ? enter(steps, index, 1, index) : stay;
    case "close":
      return end(input.reason);
  }
  if (state.kind !== "seeking") return stay;
  const { direction, on_screen } = state;
  const again = on_screen === index;
  switch (input.kind) {
    case "found":
      return show(index, step?.kind !== "anchored", again);
    case "skipped":
      // All remaining steps are skipped, so the tour is completed.
      if (index + direction === steps.length) return end("completed");
      return enter(steps, index + direction, direction, on_screen);
    case "missing": {
      const policy = step?.kind === "anchored" ? step.on_missing : "skip";
      return prepend(
        { kind: "target_missing", step_id, tried: input.tried },
        policy === "center"
          ? show(index, true, again)
          : policy === "end"
            ? end("target_missing")
            : enter(steps, index + direction, direction, on_screen),
      );
    }
  }
}

export function onScreen(state: Exclude<TourState, { kind: "ended" }>): number | null {
  return state.kind === "shown" ? state.index : state.on_screen;
}

/** Whether the current step's card is on the screen, also while its target is located again. */
export function isOnScreen(state: TourState): boolean {
  return state.kind !== "ended" && onScreen(state) === state.index;
}

export function enter(steps: readonly Step[], index: number, direction: Direction, on_screen: number | null): Move {
  const step = steps[index];
  if (!step) {
    // Going back past missing steps: stay at the displayed one. Going forward: nothing is left to show.
    return direction === -1 && on_screen !== null ? enter(steps, on_screen, 1, on_screen) : end("target_missing");
  }
  if (step.kind !== "anchored" && !(step.prepare || step.skip_if)) {
    return show(index, true, on_screen === index);
  }
  return { state: { kind: "seeking", index, direction, on_screen }, effects: [{ kind: "seek", index }] };
}

function show(index: number, centered: boolean, again: boolean): Move {
  return { state: { kind: "shown", index }, effects: [{ kind: "show", index, centered, again }] };
}

function end(reason: EndReason): Move {
  return { state: { kind: "ended" }, effects: [{ kind: "end", reason }] };
}

function prepend(first: TourEffect, then: Move): Move {
  return { state: then.state, effects: [first, ...then.effects] };
}

export function indexOf(steps: readonly Step[], step_id: string | null): number {
  return steps.findIndex((step) => step.id === step_id);
}
