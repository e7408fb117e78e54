import type { EndReason } from "@fanfare/contract/events";
import type { Step } from "@fanfare/contract/tour";
import type { Tried } from "./types.ts";

type Direction = 1 | -1;

/** Where a tour is. `on_screen` is the step whose card stands there while another one's target is looked for. */
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
  /** The step that is looked for is ready, and its target is there. */
  | { readonly kind: "found" }
  /** The step that is looked for is not for the page as it is. */
  | { readonly kind: "skipped" }
  | { readonly kind: "missing"; readonly tried: readonly Tried[] }
  /** The target of the step that is shown went away, or its card was thrown out of the page. */
  | { readonly kind: "lost" }
  | { readonly kind: "close"; readonly reason: EndReason };

export type TourEffect =
  | { readonly kind: "seek"; readonly index: number }
  /** `centered`: without its target. `again`: it stood there before, so nothing is announced. */
  | { readonly kind: "show"; readonly index: number; readonly centered: boolean; readonly again: boolean }
  | { readonly kind: "retext"; readonly index: number }
  | { readonly kind: "completed"; readonly step_id: string }
  | { readonly kind: "missing"; readonly step_id: string; readonly tried: readonly Tried[] }
  | { readonly kind: "end"; readonly reason: EndReason };

export interface Move {
  readonly state: TourState;
  readonly effects: readonly TourEffect[];
}

/** The state before the first input, and what to do first. Resumes at `step_id` where the edition still has it. */
export function startTour(steps: readonly Step[], step_id: string | null): Move {
  return enter(steps, Math.max(0, indexOf(steps, step_id)), 1, null);
}

/** What follows from an input. Pure: the effects are for the caller to run, in order. */
export function moveTour(state: TourState, input: TourInput, steps: readonly Step[]): Move {
  if (state.kind === "ended") return { state, effects: [] };
  const { index } = state;
  switch (input.kind) {
    case "finish":
    case "next": {
      const finish = input.kind === "finish";
      if (state.kind === "seeking" && !finish) return enter(steps, index + 1, 1, state.on_screen);
      const completed: TourEffect = { kind: "completed", step_id: steps[index]?.id ?? "" };
      if (finish || index + 1 >= steps.length) return after(completed, end("completed"));
      return after(completed, enter(steps, index + 1, 1, index));
    }
    case "back":
      return index === 0 ? { state, effects: [] } : enter(steps, index - 1, -1, onScreen(state));
    case "go_to": {
      const wanted = indexOf(steps, input.step_id);
      return wanted < 0 ? { state, effects: [] } : enter(steps, wanted, 1, onScreen(state));
    }
    case "found":
      if (state.kind !== "seeking") return { state, effects: [] };
      return show(index, steps[index]?.kind !== "anchored", state.on_screen === index);
    case "skipped":
      if (state.kind !== "seeking") return { state, effects: [] };
      // All that is left is not needed here: the person has been through it.
      if (index + state.direction === steps.length) return end("completed");
      return enter(steps, index + state.direction, state.direction, state.on_screen);
    case "missing":
      if (state.kind !== "seeking") return { state, effects: [] };
      return after(
        { kind: "missing", step_id: steps[index]?.id ?? "", tried: input.tried },
        withoutTarget(steps, state),
      );
    case "lost":
      if (state.kind !== "shown") return { state, effects: [] };
      return enter(steps, index, 1, index);
    case "close":
      return end(input.reason);
  }
}

/** The step whose card stands on the screen. */
export function onScreen(state: Exclude<TourState, { kind: "ended" }>): number | null {
  return state.kind === "shown" ? state.index : state.on_screen;
}

/** Goes to a step from the one that is on the screen, or from none. */
export function enter(steps: readonly Step[], index: number, direction: Direction, on_screen: number | null): Move {
  const step = steps[index];
  if (!step) {
    // Back over steps that are not there: stay where the person came from. Forward, there is nothing more to show.
    return direction === -1 && on_screen !== null ? enter(steps, on_screen, 1, on_screen) : end("target_missing");
  }
  if (step.kind !== "anchored" && !(step.prepare || step.skip_if)) {
    return show(index, true, on_screen === index);
  }
  return { state: { kind: "seeking", index, direction, on_screen }, effects: [{ kind: "seek", index }] };
}

function withoutTarget(steps: readonly Step[], state: Extract<TourState, { kind: "seeking" }>): Move {
  const { index, direction, on_screen } = state;
  const step = steps[index];
  switch (step?.kind === "anchored" ? step.on_missing : "skip") {
    case "center":
      return show(index, true, on_screen === index);
    case "skip":
      return enter(steps, index + direction, direction, on_screen);
    case "end":
      return end("target_missing");
  }
}

function show(index: number, centered: boolean, again: boolean): Move {
  return { state: { kind: "shown", index }, effects: [{ kind: "show", index, centered, again }] };
}

function end(reason: EndReason): Move {
  return { state: { kind: "ended" }, effects: [{ kind: "end", reason }] };
}

function after(first: TourEffect, then: Move): Move {
  return { state: then.state, effects: [first, ...then.effects] };
}

export function indexOf(steps: readonly Step[], step_id: string | null): number {
  return steps.findIndex((step) => step.id === step_id);
}
