import type { Step, TourBody } from "@fanfare/contract/content/tour";
import type { EndReason } from "@fanfare/contract/events/events";
import type { Cancel } from "@fanfare/contract/lib/clock";
import type { BlockWriter } from "../card/blocks.ts";
import { deepActiveElement, moveFocus } from "../dom/focus.ts";
import type { EndedEvent, Guard } from "../dom/guard.ts";
import { isEditable } from "../dom/tab-stops.ts";
import { WAIT_SHOWN_AFTER_MS } from "../limits.ts";
import type { UiRoot } from "../overlay/ui-root.ts";
import { waitForTarget } from "../target/wait-for-target.ts";
import type { Page, PlayerOptions } from "../types.ts";
import type { StepFlow } from "./step-flow.ts";
import type { StepLayout } from "./step-layout.ts";
import type { StepPlaces } from "./step-places.ts";
import type { TourCard } from "./tour-card.ts";
import { isOnScreen, type TourEffect, type TourInput, type TourState } from "./tour-state.ts";

/** A tour on the page: its state, and what carries out its effects. */
export interface Tour extends Pick<PlayerOptions, "on" | "act"> {
  /** Its timers are guarded. */
  readonly page: Page;
  readonly guard: Guard;
  readonly root: UiRoot;
  readonly card: TourCard;
  readonly layout: StepLayout;
  readonly blocks: BlockWriter;
  body: TourBody;
  state: TourState;
  target: Element | null;
  stopSeeking: Cancel;
  flow?: StepFlow | undefined;
  places?: StepPlaces | undefined;
  send(input: TourInput): void;
  leave(reason: EndReason): void;
  end(event: EndedEvent): void;
}

export function isInTour({ root }: Tour): boolean {
  return root.host.matches(":focus-within");
}

export function runTourEffect(tour: Tour, effect: TourEffect): void {
  switch (effect.kind) {
    case "seek":
      tour.stopSeeking();
      seekStep(tour, effect.index);
      break;
    case "show":
      tour.stopSeeking();
      showStep(tour, effect.index, effect.centered, effect.again);
      break;
    case "retext":
      fillCard(tour, effect.index);
      break;
    case "end":
      tour.end(tour.card.choices.ending(effect.reason));
      break;
    default:
      tour.on(effect);
  }
}

/** Prepares the page for a step, and waits for its target. */
function seekStep(tour: Tour, index: number): void {
  const { page, card, layout, flow, send } = tour;
  const step = tour.body.steps[index];
  if (!step) return;
  flow?.leave();
  layout.release();
  // The buttons of the step on the screen keep working while its target is located again.
  const busy = !isOnScreen(tour.state);
  card.busy(busy, false);
  const slow = page.clock.after(WAIT_SHOWN_AFTER_MS, () => {
    card.busy(busy, true);
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
      tour.target = found.element;
      send(found.element ? { kind: "found" } : { kind: "missing", tried: found.tried });
    });
  };
  tour.stopSeeking = () => {
    slow();
    approach();
    looking();
  };
  if (flow) approach = flow.approach(index, look);
  else look();
}

function fillCard({ card, body, blocks, flow }: Tour, index: number): void {
  card.show(body, index, blocks);
  flow?.showButtons(index);
}

function showStep(tour: Tour, index: number, centered: boolean, again: boolean): void {
  const { page, root, card } = tour;
  const step = tour.body.steps[index];
  if (!step) return;
  if (centered) tour.target = null;
  const { target } = tour;
  root.mount(target);
  card.busy(false, false);
  fillCard(tour, index);
  tour.layout.set(step, target, !again, tour.places);
  tour.flow?.arrive(index, target);
  if (again) return;
  const holder = deepActiveElement(page.document);
  const { passive } = page;
  const stays = holder && !isInTour(tour) && (passive || isEditable(holder));
  // Announced once: by focusing the heading, or in the live region if focus must stay.
  if (stays ? !passive : !moveFocus(card.heading)) root.announce(card.spoken());
  tour.on({ kind: "step_shown", step_id: step.id, index }, card.box);
}

/** Loads what these steps need. Without a part, its steps are cards with "Back" and "Next". */
export async function loadTourParts(tour: Tour, steps: readonly Step[]): Promise<void> {
  // On pages with Prototype up to 1.6, this is text inside of text, with backslashes before its quotes.
  const text = JSON.stringify(steps);
  const [ways, more] = await Promise.all([
    /(?:buttons|advance|skip_if|prepare)\\*":/.test(text) ? import("./step-flow.ts").catch(() => undefined) : undefined,
    /(?:corner|banner|highlights)\\*"/.test(text)
      ? import("./step-places.ts").then(({ loadStepPlaces }) => loadStepPlaces(text)).catch(() => undefined)
      : undefined,
    tour.blocks.load(steps),
  ]);
  if (!tour.places && more) tour.root.addStyle(more.PLACES_STYLE);
  tour.places ??= more;
  tour.flow ??= ways?.createStepFlow({
    ...tour,
    steps: () => tour.body.steps,
    close: () => tour.leave("close_button"),
  });
}
