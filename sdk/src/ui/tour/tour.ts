import type { Step } from "@fanfare/contract/content/tour";
import type { EndReason } from "@fanfare/contract/events/events";
import type { Cancel } from "@fanfare/contract/lib/clock";
import { createBlockWriter } from "../card/blocks.ts";
import { editionBody } from "../card/edition-body.ts";
import { deepActiveElement, moveFocus } from "../dom/focus.ts";
import { openPlayerLife } from "../dom/guard.ts";
import { focusRestorer } from "../dom/restore-focus.ts";
import { isEditable } from "../dom/tab-stops.ts";
import { LOOK_GAP_MS, WAIT_SHOWN_AFTER_MS } from "../limits.ts";
import { openRoot } from "../overlay/root.ts";
import { waitForTarget } from "../target/wait-for-target.ts";
import type { PlayerHandle, PlayerOptions } from "../types.ts";
import type { StepFlow } from "./step-flow.ts";
import { createStepLayout } from "./step-layout.ts";
import type { StepPlaces } from "./step-places.ts";
import { type BuildTourCard, buildTourCard } from "./tour-card.ts";
import { listenToTourKeys } from "./tour-keys.ts";
import {
  enter,
  indexOf,
  type Move,
  moveTour,
  onScreen,
  startTour,
  type TourEffect,
  type TourInput,
} from "./tour-state.ts";
import { TOUR_STYLE } from "./tour-style.ts";

/**
 * Shows a tour from its first step, or resumes it. Changes no attribute, style, or listener of the page, and throws
 * nothing into it. Errors end the tour with reason `error`. `around`: replaces Fanfare's card.
 *
 * @example
 * const tour = openTour({ document, window, clock: systemClock, edition, name: "Welcome", step_id: null, labels: {},
 *   on: (event) => report(event) });
 * tour.close("navigation");
 */
export function openTour(options: PlayerOptions, around?: (build: BuildTourCard) => BuildTourCard): PlayerHandle {
  try {
    return playTour(options, around?.(buildTourCard) ?? buildTourCard);
  } catch (error) {
    // Nothing is mounted. Report asynchronously, because the caller has no handle yet.
    options.clock.after(0, () => options.on({ kind: "ended", reason: "error", suppress: false, error: String(error) }));
    return { next() {}, back() {}, goTo() {}, update() {}, close() {} };
  }
}

function playTour(options: PlayerOptions, build: BuildTourCard): PlayerHandle {
  const { document, on } = options;
  let body = editionBody(options.edition, "tour");
  const begun = startTour(body.steps, options.step_id);
  let { state } = begun;
  let target: Element | null = null;
  let seeking: Cancel = () => {};
  let flow: StepFlow | undefined;
  let places: StepPlaces | undefined;
  const restoreFocus = focusRestorer(deepActiveElement(document));

  const { page, guard, whileOpen, end } = openPlayerLife(options, () => {
    seeking();
    flow?.leave();
    layout.release();
    stopKeys();
    const inside = isInside();
    root.remove();
    if (inside) restoreFocus(target);
  });
  const root = openRoot(page, TOUR_STYLE);
  const blocks = createBlockWriter(document, root.addStyle);
  const card = build(document, options.name, options.labels, (pressed) => {
    if (pressed === "close") leave("close_button");
    else if (pressed === "snooze") leave("snoozed");
    else if (pressed === "back") back();
    else send({ kind: pressed });
  });
  const layout = createStepLayout(page, root, card, guard, () => {
    layout.release();
    // Delay the search: a page that keeps removing the hint must not be slowed down.
    page.clock.after(LOOK_GAP_MS, () => send({ kind: "lost" }));
  });
  const isInside = (): boolean => root.host.matches(":focus-within");
  const stopKeys = listenToTourKeys(page, root, card.box, guard, {
    target() {
      const step = state.kind === "shown" ? body.steps[state.index] : undefined;
      return step?.kind === "anchored" && step.interaction === "allow" ? target : null;
    },
    open: () => state.kind === "shown",
    escape: () => body.escape ?? leave("escape"),
  });

  const seek = (index: number): void => {
    const step = body.steps[index];
    if (!step) return;
    flow?.leave();
    layout.release();
    card.busy(true, false);
    const slow = page.clock.after(WAIT_SHOWN_AFTER_MS, () => {
      card.busy(true, true);
      layout.wait();
    });
    let looking: Cancel = () => {};
    let approach: Cancel = () => {};
    const look = (): void => {
      if (step.kind !== "anchored") {
        send({ kind: "found" });
        return;
      }
      looking = waitForTarget(page, step.target, step.wait_ms, (found) => {
        slow();
        target = found.element;
        send(found.element ? { kind: "found" } : { kind: "missing", tried: found.tried });
      });
    };
    seeking = () => {
      slow();
      approach();
      looking();
    };
    if (flow) approach = flow.approach(index, look);
    else look();
  };
  const fill = (index: number): void => {
    card.show(body, index, blocks);
    flow?.showButtons(index);
  };
  const show = (index: number, centered: boolean, again: boolean): void => {
    const step = body.steps[index];
    if (!step) return;
    if (centered) target = null;
    root.mount(target);
    card.busy(false, false);
    fill(index);
    layout.set(step, target, !again, places);
    flow?.arrive(index, target);
    if (again) return;
    const holder = deepActiveElement(document);
    const typing = holder && !isInside() && isEditable(holder);
    // Announced once: by focusing the heading, or in the live region if focus must stay.
    if (typing || !moveFocus(card.heading)) root.announce(card.spoken());
    on({ kind: "step_shown", step_id: step.id, index }, card.box);
  };

  const run = (effect: TourEffect): void => {
    switch (effect.kind) {
      case "seek":
        seeking();
        seek(effect.index);
        break;
      case "show":
        seeking();
        show(effect.index, effect.centered, effect.again);
        break;
      case "retext":
        fill(effect.index);
        break;
      case "end":
        end(card.choices.ending(effect.reason));
        break;
      default:
        on(effect);
    }
  };
  const moves: (() => Move)[] = [() => begun];
  // Inputs wait until the code for the first edition is loaded.
  let running = true;
  // Inputs that arrive while effects run are queued: an effect may cause the next input.
  const drain = whileOpen((): void => {
    if (running) return;
    running = true;
    try {
      for (let next = moves.shift(); next; next = moves.shift()) {
        const move = next();
        state = move.state;
        for (const effect of move.effects) run(effect);
      }
    } finally {
      running = false;
    }
  });
  const send = (input: TourInput): void => {
    moves.push(() => moveTour(state, input, body.steps));
    drain();
  };
  const leave = (reason: EndReason): void => send({ kind: "close", reason });
  const back = (): void => send((state.kind === "shown" ? flow?.back() : undefined) ?? { kind: "back" });

  /** Loads what these steps need. Without a part, its steps are cards with "Back" and "Next". */
  const load = async (steps: readonly Step[]): Promise<void> => {
    const text = JSON.stringify(steps);
    const [ways, more] = await Promise.all([
      /"(?:buttons|advance|skip_if|prepare)":/.test(text) ? import("./step-flow.ts").catch(() => undefined) : undefined,
      /"(?:corner|banner|highlights)"/.test(text)
        ? import("./step-places.ts").then(({ loadStepPlaces }) => loadStepPlaces(text)).catch(() => undefined)
        : undefined,
      blocks.load(steps),
    ]);
    if (!places && more) root.addStyle(more.PLACES_STYLE);
    places ??= more;
    flow ??= ways?.createStepFlow({
      ...{ page, guard, card, send, on, act: options.act, steps: () => body.steps },
      close: () => leave("close_button"),
    });
  };
  void load(body.steps).then(() => {
    running = false;
    drain();
  });
  return {
    next: () => send({ kind: "next" }),
    back,
    goTo: (step_id) => send({ kind: "go_to", step_id }),
    update(next) {
      // If the code can't be loaded, the old version stays until the tour ends.
      const after = editionBody(next, "tour");
      void Promise.all([import("./tour-changes.ts"), load(after.steps)]).then(
        ([{ changeTour }]) => {
          moves.push(() => {
            const before = body.steps;
            body = after;
            return changeTour({ enter, indexOf, onScreen }, state, before, body.steps);
          });
          drain();
        },
        () => {},
      );
    },
    onPageEvent: guard((event) => flow?.onPageEvent(event)),
    close: leave,
  };
}
