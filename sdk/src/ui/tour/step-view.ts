import type { Block } from "@fanfare/contract/content/block";
import type { Step } from "@fanfare/contract/content/tour";

/**
 * The reserved action name by which a page renders steps itself; the action returns a {@link DrawStep}. Authors' action
 * names start with a letter, so content can't call it.
 */
export const STEP_SLOT = "#step";

/** A button of Fanfare's card, for use in your own card. */
export interface StepControl {
  /** The label in the person's language. */
  readonly label: string;
  /** True for the primary button. */
  readonly primary: boolean;
  /** While true, pressing the button does nothing, because the next target isn't found yet. */
  readonly disabled: boolean;
  press(): void;
}

/** The displayed step of a tour, with everything that a custom card has to show. */
export interface StepView {
  /** The tour's name and tags, to distinguish tours. */
  readonly tour: { readonly name: string; readonly tags: readonly string[] };
  readonly step_id: string;
  readonly kind: Step["kind"];
  /** The step's position, starting at 0. */
  readonly index: number;
  readonly count: number;
  readonly title: string;
  readonly blocks: readonly Block[];
  /**
   * Returns the language (a BCP 47 tag) of a text above that is missing in the current translation; otherwise
   * undefined. Use it as the `lang` attribute of the text's element.
   */
  langOf(text: string): string | undefined;
  /** The progress, such as "Step 2 of 5", or a note that the target isn't found yet; in the person's language. */
  readonly progress: string;
  /** The "Back" and "Next" buttons, or those of the author. */
  readonly buttons: readonly StepControl[];
  readonly close: StepControl;
  /** The "Do not show again" checkbox, if this step offers it. It takes effect when the tour is closed. */
  readonly again: { readonly label: string; readonly checked: boolean; toggle(): void } | undefined;
  /** The "Remind me later" button, if offered. */
  readonly later: StepControl | undefined;
  /**
   * Where an arrow on the card would point at the target: the edge, and the offset in pixels from its left or top.
   * Undefined if the card is centered, in a corner, or along an edge of the screen.
   */
  readonly anchor: { readonly edge: "top" | "right" | "bottom" | "left"; readonly offset_px: number } | undefined;
}

/**
 * Renders a step into `place`, again whenever it changes, and with null when it ends. Return false for steps that
 * Fanfare should render; `place.remove()` does the same later.
 */
export type DrawStep = (step: StepView | null, place: HTMLElement) => unknown;
