import type { Action } from "@fanfare/contract/content/panel";
import type { Step, StepAction } from "@fanfare/contract/content/tour";
import type { PrepareFailure } from "@fanfare/contract/events/events";
import type { Cancel } from "@fanfare/contract/lib/clock";
import { matchesUrl } from "@fanfare/contract/lib/glob";
import { limits } from "@fanfare/contract/limits";
import { matchesPage } from "@fanfare/contract/targeting/page-rule";
import { element } from "../dom/element.ts";
import type { Guard } from "../dom/guard.ts";
import { pageSnapshot } from "../dom/page-snapshot.ts";
import type { Page, PlayerEvent } from "../types.ts";
import { watchAdvances } from "./step-advance.ts";
import type { TourCard } from "./tour-card.ts";
import type { TourInput } from "./tour-state.ts";

export interface StepFlowDeps {
  /** Its timers are guarded. */
  readonly page: Page;
  readonly guard: Guard;
  readonly card: TourCard;
  steps(): readonly Step[];
  act(action: Action): unknown;
  send(input: TourInput): void;
  /** Hears of what happens on the way to a step, and from it to another one than the next. */
  on(event: Extract<PlayerEvent, { kind: "step_completed" | "prepare_failed" }>): void;
  /** As the cross of the card. */
  close(): void;
}

/** How a tour gets from step to step where "Back" and "Next" are not all. Loaded with the first tour that needs it. */
export interface StepFlow {
  /** A step is to be shown: passes it over, or calls `look` when the page is prepared for it. */
  approach(index: number, look: () => void): Cancel;
  /** The card says a step: now with its buttons. */
  showButtons(index: number): void;
  /** A step is shown: from now on it may be left without a button. */
  arrive(index: number, target: Element | null): void;
  /** It is not shown any more. */
  leave(): void;
  /** Where "Back" leads: to where the person came from. */
  back(): TourInput;
  /** An event of this name happened in the page; or, without a name, its address may have changed. */
  onPageEvent(event?: string): void;
}

/** The ways on from a step: its own buttons, those that every step has, and back along the steps that were shown. */
export function createStepFlow(deps: StepFlowDeps): StepFlow {
  const { page, guard, card, act, send } = deps;
  const { document, window, clock } = page;
  const { foot, heading, box } = card;
  const standard = [...foot.querySelectorAll("button")];
  /** Ids of the steps that were shown, up to the one that is. */
  const trail: string[] = [];
  let added: readonly HTMLElement[] = [];
  let leave: Cancel = () => {};
  let onAdvance: (event?: string) => void = () => {};

  const back = (): TourInput => {
    trail.pop();
    const before = trail.pop();
    return before === undefined ? { kind: "back" } : { kind: "go_to", step_id: before };
  };

  const isAt = (pattern: string): boolean => matchesUrl(pattern, window.location.href);

  const press = (action: StepAction, index: number): void => {
    const step_id = deps.steps()[index]?.id ?? "";
    switch (action.kind) {
      case "next":
      case "finish":
        send(action);
        return;
      case "back":
        send(back());
        return;
      case "go_to":
        deps.on({ kind: "step_completed", step_id });
        send(action);
        return;
      case "close":
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
  };

  return {
    back,
    leave: () => leave(),
    onPageEvent: (event) => onAdvance(event),
    approach(index, look) {
      const step = deps.steps()[index];
      // Coming back, the person wants to see it, done or not.
      const forward = !trail.includes(step?.id ?? "");
      const done = forward && step?.advance?.some((way) => way.kind === "url" && isAt(way.pattern));
      if (done || (step?.skip_if !== undefined && matchesPage(step.skip_if, pageSnapshot(window)) === true)) {
        send({ kind: "skipped" });
        return () => {};
      }
      if (step?.prepare === undefined) {
        look();
        return () => {};
      }
      let waits = true;
      const { id: step_id, prepare: action } = step;
      const go = guard((why: unknown): void => {
        late();
        if (!waits) return;
        waits = false;
        if (isFailure(why)) deps.on({ kind: "prepare_failed", step_id, action, why });
        look();
      });
      const late = clock.after(limits.prepare_ms_max, () => go("late"));
      // What goes wrong in the page is its own: the step does what it can without, and its author is told.
      void Promise.resolve(act({ kind: "host", name: action })).then(go, () => go("failed"));
      return () => {
        waits = false;
        late();
      };
    },
    showButtons(index) {
      const buttons = deps.steps()[index]?.buttons;
      const [before, next] = standard;
      if (before === undefined || next === undefined) return;
      next.hidden = buttons !== undefined;
      if (buttons !== undefined) before.hidden = true;
      const held = added.findIndex((each) => each.matches(":focus"));
      for (const each of added) each.remove();
      added = (buttons ?? []).map(({ label, action }, at, all) => {
        const made = element(document, "button", at + 1 === all.length ? "primary" : "plain", label);
        made.type = "button";
        made.addEventListener(
          "click",
          guard(() => {
            if (made.ariaDisabled !== "true") press(action, index);
          }),
        );
        return made;
      });
      foot.append(...added);
      // More than two would stand as stairs beside it.
      foot.style.setProperty("--row", added.length > 2 ? "100%" : "");
      if (held >= 0) (added[held] ?? heading).focus({ preventScroll: true });
    },
    arrive(index, target) {
      leave();
      const step = deps.steps()[index];
      if (step === undefined) return;
      if (trail.at(-1) !== step.id) trail.push(step.id);
      const watched = watchAdvances({ page, guard, box, heading, isAt }, step.advance ?? [], target, () =>
        send({ kind: "next" }),
      );
      onAdvance = watched.heard;
      leave = () => {
        watched.stop();
        onAdvance = () => {};
        leave = () => {};
      };
    },
  };
}

function isFailure(answer: unknown): answer is PrepareFailure {
  return answer === "unknown" || answer === "failed" || answer === "late";
}
