import type { Placement, Target } from "../target/target.ts";
import type { PageRule } from "../targeting/page-rule.ts";
import type { Block } from "./block.ts";
import type { CloseOptions, DismissalOptions } from "./dismissal.ts";
import type { ButtonAction, ButtonBase } from "./panel.ts";

export const MISSING_TARGET_POLICIES = ["skip", "center", "end"] as const;
/** What a step does if its target doesn't appear within `wait_ms`. */
export type MissingTargetPolicy = (typeof MISSING_TARGET_POLICIES)[number];

export const CORNERS = ["top_start", "top_end", "bottom_start", "bottom_end"] as const;
/** `start` and `end` follow the page's text direction. */
export type Corner = (typeof CORNERS)[number];

export const EDGES = ["top", "bottom"] as const;
export type Edge = (typeof EDGES)[number];

/**
 * A button's action in a step: navigation, or any {@link ButtonAction}. `finish` and `start` complete the tour at any step;
 * `close` works like the close button. `link` completes it at the last step. At other steps the tour stays open and
 * continues on the linked page.
 */
export type StepAction =
  | ButtonAction
  | { readonly kind: "next" }
  | { readonly kind: "back" }
  | { readonly kind: "go_to"; readonly step_id: string }
  | { readonly kind: "finish" }
  | { readonly kind: "close" };

export const STEP_BUTTON_STYLES = ["primary", "secondary"] as const;

export interface StepButton extends ButtonBase {
  readonly action: StepAction;
  /** Defaults to primary for the last button, and to secondary for the others. */
  readonly style?: (typeof STEP_BUTTON_STYLES)[number] | undefined;
}

/**
 * @example
 * isPrimaryButton(buttons, 0); // Whether the first of a step's buttons is a primary one
 */
export function isPrimaryButton(buttons: readonly StepButton[], index: number): boolean {
  return (buttons[index]?.style ?? (index + 1 === buttons.length && "primary")) === "primary";
}

/**
 * Advances the tour without its buttons, as if "Next" was clicked.
 * `click`, `input`: the person's own, on the target. `input` waits until they stop typing and the field isn't empty.
 * `event`: an event with this name was tracked in this page.
 * `url`: the URL changed to match the pattern.
 * `delay`: the card was visible for this long. Time doesn't count while it's hovered or focused, or while the page is
 * hidden.
 */
export type Advance =
  | { readonly kind: "click" }
  | { readonly kind: "input" }
  | { readonly kind: "event"; readonly event: string }
  | { readonly kind: "url"; readonly pattern: string }
  | { readonly kind: "delay"; readonly after_ms: number };

export interface StepTexts {
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly next_label?: string | undefined;
}

interface StepBase extends StepTexts {
  /** Stable across versions: funnels and resumed runs refer to it. */
  readonly id: string;
  /** Replaces "Back" and "Next". In display order. Empty if only `advance` moves on. */
  readonly buttons?: readonly StepButton[] | undefined;
  readonly advance?: readonly Advance[] | undefined;
  /** Skips the step in both directions if the page matches when it would be shown. */
  readonly skip_if?: PageRule | undefined;
  /**
   * A host action (`fanfare.action`) to await, for at most 5 seconds, before the step is shown or its target is looked
   * up.
   */
  readonly prepare?: string | undefined;
}

export type Step =
  | (StepBase & { readonly kind: "centered" })
  /** A card in a corner of the screen. The page isn't dimmed. */
  | (StepBase & { readonly kind: "corner"; readonly corner: Corner })
  /** A bar along an edge. The page makes room for it and isn't dimmed. */
  | (StepBase & { readonly kind: "banner"; readonly edge: Edge })
  | (StepBase & {
      readonly kind: "anchored";
      readonly target: Target;
      readonly placement: Placement;
      readonly wait_ms: number;
      readonly on_missing: MissingTargetPolicy;
      /** Whether people can use the target while the step is open. */
      readonly interaction: "allow" | "block";
      /** Additional elements to highlight. Missing ones are ignored. */
      readonly highlights?: readonly Target[] | undefined;
      /** `none` keeps the scroll position. Defaults to `auto`. */
      readonly scroll?: "auto" | "none" | undefined;
      /** Space around the target to scroll into view with it, in CSS pixels. */
      readonly scroll_margin_px?: number | undefined;
    });

export interface TourBody extends DismissalOptions, CloseOptions {
  readonly type: "tour";
  readonly steps: readonly Step[];
}
