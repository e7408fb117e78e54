import type { EndReason } from "@fanfare/contract/events/events";
import { createBlockWriter } from "../card/blocks.ts";
import { editionBody } from "../card/edition-body.ts";
import { deepActiveElement } from "../dom/focus.ts";
import { openPlayerLife } from "../dom/guard.ts";
import { focusRestorer } from "../dom/restore-focus.ts";
import { LOOK_GAP_MS } from "../limits.ts";
import { openRoot } from "../overlay/root.ts";
import type { PlayerHandle, PlayerOptions } from "../types.ts";
import { createMoveQueue } from "./move-queue.ts";
import { createStepLayout } from "./step-layout.ts";
import { type BuildTourCard, buildTourCard } from "./tour-card.ts";
import { isInTour, loadTourParts, runTourEffect, type Tour } from "./tour-effects.ts";
import { listenToTourKeys } from "./tour-keys.ts";
import { enter, indexOf, isOnScreen, moveTour, onScreen, startTour, type TourInput } from "./tour-state.ts";
import { TOUR_STYLE } from "./tour-style.ts";

/**
 * Shows a tour from its first step, or resumes it. Changes no attribute, style, or listener of the page, and throws
 * nothing into it: errors of an open tour end it with reason `error`. `around`: replaces Fanfare's card.
 *
 * @example
 * const tour = openTour({ document, window, clock: systemClock, edition, name: "Welcome", step_id: null, labels: {},
 *   on: (event) => report(event) });
 * tour.close("navigation");
 */
export function openTour(options: PlayerOptions, around?: (build: BuildTourCard) => BuildTourCard): PlayerHandle {
  const { document } = options;
  const body = editionBody(options.edition, "tour");
  const begun = startTour(body.steps, options.step_id);
  const restoreFocus = focusRestorer(deepActiveElement(document));
  const { page, guard, whileOpen, end } = openPlayerLife(options, () => {
    tour.stopSeeking();
    tour.flow?.leave();
    layout.release();
    stopKeys();
    const inside = isInTour(tour);
    root.remove();
    if (inside) restoreFocus(tour.target);
  });
  const root = openRoot(page, TOUR_STYLE);
  const send = (input: TourInput): void => queue.push(() => moveTour(tour.state, input, tour.body.steps));
  const next = (): void => send({ kind: "next" });
  const leave = (reason: EndReason): void => send({ kind: "close", reason });
  const back = (): void => send((isOnScreen(tour.state) ? tour.flow?.back() : undefined) ?? { kind: "back" });
  const card = (around?.(buildTourCard) ?? buildTourCard)(document, options.labels, (pressed) => {
    if (pressed === "next") next();
    else if (pressed === "back") back();
    else leave(pressed);
  });
  const layout = createStepLayout(page, root, card, guard, () => {
    layout.release();
    // Delay the search: a page that keeps removing the hint must not be slowed down.
    page.clock.after(LOOK_GAP_MS, () => send({ kind: "lost" }));
  });
  const tour: Tour = {
    ...{ page, guard, root, card, layout, blocks: createBlockWriter(document, root.addStyle), send, leave, end },
    ...{ on: options.on, act: options.act, body, state: begun.state, target: null, stopSeeking() {} },
  };
  const stopKeys = listenToTourKeys(page, root, card.box, guard, {
    target() {
      if (tour.state.kind !== "shown") return undefined;
      const step = tour.body.steps[tour.state.index];
      return step?.kind === "anchored" && step.interaction === "allow" ? tour.target : null;
    },
    escape: () => tour.body.escape ?? leave("escape"),
  });
  const queue = createMoveQueue(whileOpen, begun, ({ state, effects }) => {
    tour.state = state;
    for (const effect of effects) runTourEffect(tour, effect);
  });
  void loadTourParts(tour, body.steps).then(queue.start);
  let newest = body;
  return {
    next,
    back,
    goTo: (step_id) => send({ kind: "go_to", step_id }),
    update(edition) {
      const after = editionBody(edition, "tour");
      newest = after;
      // If the code can't be loaded, the old version stays until the tour ends.
      void Promise.all([import("./tour-changes.ts"), loadTourParts(tour, after.steps)]).then(
        ([{ changeTour }]) =>
          // Loads can end in any order, even those of one file.
          newest === after &&
          queue.push(() => {
            const before = tour.body.steps;
            tour.body = after;
            return changeTour({ enter, indexOf, onScreen }, tour.state, before, after.steps);
          }),
        () => {},
      );
    },
    settle: guard(() => tour.flow?.settle()),
    onPageEvent: guard((event) => tour.flow?.onPageEvent(event)),
    close: leave,
  };
}
