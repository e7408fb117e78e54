import type { ButtonAction } from "@fanfare/contract/content/panel";
import { isPrimaryButton, type Step, type StepAction } from "@fanfare/contract/content/tour";
import type { PrepareFailure } from "@fanfare/contract/events/events";
import type { Cancel } from "@fanfare/contract/lib/clock";
import { matchesUrl } from "@fanfare/contract/lib/glob";
import { limits } from "@fanfare/contract/limits";
import { matchesPage } from "@fanfare/contract/targeting/page-rule";
import { button, element } from "../dom/element.ts";
import type { Guard } from "../dom/guard.ts";
import { pageSnapshot } from "../dom/page-snapshot.ts";
import type { Page, PlayerEvent } from "../types.ts";
import { type Advances, watchAdvances } from "./step-advance.ts";
import type { TourCard } from "./tour-card.ts";
import type { TourInput } from "./tour-state.ts";

export interface StepFlowDeps {
  /** Its timers are guarded. */
  readonly page: Page;
  readonly guard: Guard;
  readonly card: TourCard;
  steps(): readonly Step[];
  act(action: ButtonAction): unknown;
  send(input: TourInput): void;
  /** Receives events on the way to a step, and from it to a step other than the next. */
  on(event: Extract<PlayerEvent, { kind: "step_completed" | "prepare_failed" }>): void;
  close(): void;
}

/** Navigation beyond "Back" and "Next". Loaded with the first tour that needs it. */
export interface StepFlow {
  /** Prepares to show a step: skips it, or calls `look` once the page is ready. */
  approach(index: number, look: () => void): Cancel;
  /** Adds the step's buttons after the card shows its text. */
  showButtons(index: number): void;
  /** A step is displayed: starts watching for automatic advances. */
  arrive(index: number, target: Element | null): void;
  leave(): void;
  /** The input for "Back": returns to where the person came from. */
  back(): TourInput;
  /** Advances now if the person did so, without waiting for a timer. */
  settle(): void;
  /** Handles a tracked event; without a name, a possible URL change. */
  onPageEvent(event?: string): void;
}

/** Manages ways to advance: the step's own buttons, the standard ones, and going back through the shown steps. */
export function createStepFlow(deps: StepFlowDeps): StepFlow {
  const { page, guard, card, send } = deps;
  const { heading, box } = card;
  /** IDs of the steps shown so far, up to the current one. */
  const trail: string[] = [];
  let watched: Advances | undefined;
  const leave = (): void => {
    watched?.stop();
    watched = undefined;
  };
  const isAt = (pattern: string): boolean => matchesUrl(pattern, page.window.location.href);
  const back = (): TourInput => {
    trail.pop();
    const before = trail.pop();
    return before === undefined ? { kind: "back" } : { kind: "go_to", step_id: before };
  };

  return {
    back,
    leave,
    settle: () => watched?.settle(),
    onPageEvent: (event) => watched?.heard(event),
    approach(index, look) {
      const step = deps.steps()[index];
      // When going back, show the step even if it's done.
      const forward = !trail.includes(step?.id ?? "");
      const done = forward && step?.advance?.some((way) => way.kind === "url" && isAt(way.pattern));
      if (done || (step?.skip_if !== undefined && matchesPage(step.skip_if, pageSnapshot(page.window)) === true)) {
        send({ kind: "skipped" });
        return () => {};
      }
      if (step?.prepare !== undefined) return prepareStep(deps, step.id, step.prepare, look);
      look();
      return () => {};
    },
    showButtons: stepButtons(deps, (action, index) => pressStepButton(deps, action, index, back)),
    arrive(index, target) {
      leave();
      const step = deps.steps()[index];
      if (step === undefined) return;
      if (trail.at(-1) !== step.id) trail.push(step.id);
      watched = watchAdvances({ page, guard, box, heading, isAt }, step.advance ?? [], target, () =>
        send({ kind: "next" }),
      );
    },
  };
}

/** Calls the page's action that prepares a step, and `look` when it's done or late. */
function prepareStep(deps: StepFlowDeps, step_id: string, action: string, look: () => void): Cancel {
  let waits = true;
  const go = deps.guard((why: unknown): void => {
    late();
    if (!waits) return;
    waits = false;
    if (isFailure(why)) deps.on({ kind: "prepare_failed", step_id, action, why });
    look();
  });
  const late = deps.page.clock.after(limits.prepare_ms_max, () => go("late"));
  // A failing page action doesn't block the step; the failure is reported to its author.
  void Promise.resolve(deps.act({ kind: "host", name: action })).then(go, () => go("failed"));
  return () => {
    waits = false;
    late();
  };
}

function pressStepButton(deps: StepFlowDeps, action: StepAction, index: number, back: () => TourInput): void {
  const { act, send } = deps;
  switch (action.kind) {
    case "next":
    case "finish":
      send(action);
      return;
    case "back":
      send(back());
      return;
    case "go_to":
      deps.on({ kind: "step_completed", step_id: deps.steps()[index]?.id ?? "" });
      send(action);
      return;
    case "close":
    case "suppress":
    case "snooze":
      deps.close();
      return;
    case "start":
      send({ kind: "finish" });
      act(action);
      return;
    case "link":
      if (index + 1 === deps.steps().length) send({ kind: "finish" });
      act(action);
      return;
    case "host":
      act(action);
  }
}

/** Returns what replaces the card's standard buttons by those of a step. */
function stepButtons(
  { page: { document }, guard, card: { foot, heading }, steps }: StepFlowDeps,
  press: (action: StepAction, index: number) => void,
): StepFlow["showButtons"] {
  const [before, next] = foot.querySelectorAll("button");
  const box = element(document, "div", "acts");
  let added: readonly HTMLElement[] = [];
  return (index) => {
    const buttons = steps()[index]?.buttons;
    if (before === undefined || next === undefined) return;
    next.hidden = buttons !== undefined;
    if (buttons !== undefined) before.hidden = true;
    const held = added.findIndex((each) => each.matches(":focus"));
    added = (buttons ?? []).map(({ label, action, condition }, at, all) => {
      const made = button(
        document,
        isPrimaryButton(all, at) ? "primary" : "plain",
        label,
        guard(() => {
          if (made.ariaDisabled !== "true") press(action, index);
        }),
      );
      // With a condition that isn't met (button-actions.ts). Previews have none to judge it, so they show all buttons.
      if (condition && action.kind === "host") made.ariaDisabled = "true";
      return made;
    });
    box.replaceChildren(...added);
    // Unlike `remove` of Prototype, does nothing for a box without a parent. The same in other files.
    if (buttons === undefined) box.replaceWith();
    else foot.append(box);
    if (held >= 0) (added[held] ?? heading).focus({ preventScroll: true });
  };
}

function isFailure(answer: unknown): answer is PrepareFailure {
  return answer === "unknown" || answer === "failed" || answer === "late";
}
