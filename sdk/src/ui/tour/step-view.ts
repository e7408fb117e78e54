import type { Block } from "@fanfare/contract/content/block";
import type { Step } from "@fanfare/contract/content/tour";

/**
 * The name under which a page that draws steps itself says so: as a host action that answers a {@link DrawStep}. Authors'
 * actions begin with a letter, so no content can ask for it.
 */
export const STEP_SLOT = "#step";

/** A button of Fanfare's own card, for another one. */
export interface StepControl {
  /** In the person's language. */
  readonly label: string;
  /** The one that stands out. */
  readonly primary: boolean;
  /** Nothing happens when it is pressed: the next target is still looked for. */
  readonly disabled: boolean;
  press(): void;
}

/** A step of a tour as it stands on the screen: all that a card of the page's own has to show. */
export interface StepView {
  /** The tour's name and tags, to tell tours apart. */
  readonly tour: { readonly name: string; readonly tags: readonly string[] };
  readonly step_id: string;
  readonly kind: Step["kind"];
  /** From 0. */
  readonly index: number;
  readonly count: number;
  readonly title: string;
  readonly blocks: readonly Block[];
  /**
   * The language of a text above, as a tag (BCP 47), where it is in another one than the rest, because their translation lacks
   * it: for the attribute `lang` of what it stands in.
   */
  langOf(text: string): string | undefined;
  /** "Step 2 of 5", or that the target is waited for; in the person's language. */
  readonly progress: string;
  /** "Back" and "Next", or the author's own. */
  readonly buttons: readonly StepControl[];
  readonly close: StepControl;
  /** "Do not show again", where it is offered: it counts when the tour is closed. */
  readonly again: { readonly label: string; readonly checked: boolean; toggle(): void } | undefined;
  /** "Remind me later", where it is offered. */
  readonly later: StepControl | undefined;
  /**
   * Where on the card an arrow would point at the target: on which edge, and how many pixels from its left or top. None where
   * the card stands in the middle, in a corner, or along an edge of the screen.
   */
  readonly anchor: { readonly edge: "top" | "right" | "bottom" | "left"; readonly offset_px: number } | undefined;
}

/**
 * Draws a step into `place`, again whenever something of it changes, and is told with null when it is over. Answers false for
 * a step that Fanfare should draw, and so does `place.remove()` later.
 */
export type DrawStep = (step: StepView | null, place: HTMLElement) => unknown;
