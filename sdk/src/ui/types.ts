import type { CelebrationPreset, CelebrationSkip } from "@fanfare/contract/celebration";
import type { Clock } from "@fanfare/contract/clock";
import type { Edition, Strategy } from "@fanfare/contract/content";
import type { EndReason } from "@fanfare/contract/events";
import type { Rng } from "@fanfare/contract/rng";

/** The page as an argument: nothing under `ui/` touches a global. */
export interface Page {
  readonly document: Document;
  readonly window: Window & typeof globalThis;
  readonly clock: Clock;
}

/**
 * The player's own words. A missing one is English. `{step}`, `{steps}` and `{days}` stand for numbers.
 *
 * @example
 * const labels: Labels = { next: "Weiter", progress: "Schritt {step} von {steps}" };
 */
export interface Labels {
  readonly next?: string | undefined;
  readonly back?: string | undefined;
  readonly finish?: string | undefined;
  readonly close?: string | undefined;
  readonly progress?: string | undefined;
  readonly waiting?: string | undefined;
  readonly do_not_show_again?: string | undefined;
  readonly celebration?: string | undefined;
}

export interface TourOptions extends Page {
  readonly edition: Edition;
  /** The content's name: what assistive technology calls the tour where a step has no title. */
  readonly name: string;
  /** The step to resume at; null, or a step that is gone, starts at the first. */
  readonly step_id: string | null;
  readonly labels: Labels;
  /** Hears every event, in order, outside the page's own call stack errors: what it throws ends the tour. */
  on(event: TourEvent): void;
}

/** What one strategy found: `matches` elements, of which `visible` could be used. Only exactly one usable element counts. */
export interface Tried {
  readonly kind: Strategy["kind"];
  readonly matches: number;
  readonly visible: number;
}

export type TourEvent =
  | { readonly kind: "step_shown"; readonly step_id: string; readonly index: number }
  | { readonly kind: "step_completed"; readonly step_id: string }
  | { readonly kind: "target_missing"; readonly step_id: string; readonly tried: readonly Tried[] }
  /** Said once, last. `suppress`: the person ticked "Do not show again". `error`: what went wrong, with reason `error`. */
  | {
      readonly kind: "ended";
      readonly reason: EndReason;
      readonly suppress: boolean;
      readonly error?: string | undefined;
    };

/** A tour on the screen. Every call is safe at any time and does nothing once the tour has ended. */
export interface TourHandle {
  /** As the person's own "Next": on the last step it completes the tour. */
  next(): void;
  back(): void;
  /** Ignored when the edition has no such step. */
  goTo(step_id: string): void;
  /** A new version was published: texts change in place, focus stays; a step that is gone gives way to its neighbour. */
  update(edition: Edition): void;
  close(reason: EndReason): void;
}

/** Where a celebration starts: an element's centre, or a point in CSS pixels of the viewport. */
export type Origin = Element | { readonly x: number; readonly y: number };

export const SHAPES = ["rectangle", "circle", "ribbon", "star"] as const;
export type Shape = (typeof SHAPES)[number];

export interface CelebrationOptions extends Page {
  readonly preset: CelebrationPreset;
  /** A seeded one plays the same frames again. */
  readonly rng: Rng;
  /** The preset's own place when absent. */
  readonly origin?: Origin | undefined;
  /** CSS colours, at most 12. Fanfare's palette when absent. */
  readonly colors?: readonly string[] | undefined;
  readonly shapes?: readonly Shape[] | undefined;
  /** What is celebrated, announced politely to assistive technology, and shown when motion is reduced. */
  readonly message?: string | undefined;
  readonly labels?: Labels | undefined;
}

/** `played` to its end, `stopped` or `cancelled` by the handle or Escape, or why it was not (fully) played. */
export type CelebrationEnd = "played" | "stopped" | "cancelled" | CelebrationSkip;

export interface CelebrationHandle {
  /** Never rejects, and settles within six seconds. */
  readonly finished: Promise<{ readonly reason: CelebrationEnd }>;
  /** Nothing new is thrown; what flies comes down. */
  stop(): void;
  /** Everything of it disappears now. */
  cancel(): void;
}
