import type { Placement, Target } from "../target/target.ts";
import type { PageRule } from "../targeting/page-rule.ts";
import type { Block } from "./block.ts";
import type { CloseOptions, DismissalOptions } from "./dismissal.ts";
import type { Action } from "./panel.ts";

export const MISSING_TARGET_POLICIES = ["skip", "center", "end"] as const;
/** What a step does when its target did not appear within `wait_ms`. */
export type MissingTargetPolicy = (typeof MISSING_TARGET_POLICIES)[number];

export const CORNERS = ["top_start", "top_end", "bottom_start", "bottom_end"] as const;
/** `start` and `end` follow the reading direction of the page. */
export type Corner = (typeof CORNERS)[number];

export const EDGES = ["top", "bottom"] as const;
export type Edge = (typeof EDGES)[number];

/**
 * What a button of a step does: it moves the tour, or it is an action as everywhere. `finish` completes the tour wherever
 * it stands, and so does `start`; `close` is its cross. A `link` completes it at its last step; elsewhere it stays open, to go
 * on in the page to which the link leads.
 */
export type StepAction =
  | Action
  | { readonly kind: "next" }
  | { readonly kind: "back" }
  | { readonly kind: "go_to"; readonly step_id: string }
  | { readonly kind: "finish" }
  | { readonly kind: "close" };

export interface StepButton {
  readonly label: string;
  readonly action: StepAction;
}

/**
 * A way on beside the buttons, as if "Next" had been pressed. `click` and `input` are the person's own, at the target;
 * `input` waits until they stop and something is written. `event`: one of that name was tracked in this page. `url`: the
 * address came to match the pattern. `delay`: so long was the card there to be read, not counting while the pointer or
 * the focus is in it or nobody sees the page.
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
  /** What "Next" is called here. */
  readonly next_label?: string | undefined;
}

interface StepBase extends StepTexts {
  /** Stable across versions: funnels and resumed runs name it. */
  readonly id: string;
  /** Instead of "Back" and "Next": none where only `advance` leads on. The last one stands out. */
  readonly buttons?: readonly StepButton[] | undefined;
  readonly advance?: readonly Advance[] | undefined;
  /** The step is passed over, in either direction, where the page is like this when it would be shown. */
  readonly skip_if?: PageRule | undefined;
  /** A host action (`fanfare.action`) that is awaited, for at most 5 seconds, before the step is shown or its target looked for. */
  readonly prepare?: string | undefined;
}

export type Step =
  | (StepBase & { readonly kind: "centered" })
  /** A card in a corner of the screen, beside the page, which is not dimmed. */
  | (StepBase & { readonly kind: "corner"; readonly corner: Corner })
  /** A bar along an edge: the page makes room for it and is not dimmed. */
  | (StepBase & { readonly kind: "banner"; readonly edge: Edge })
  | (StepBase & {
      readonly kind: "anchored";
      readonly target: Target;
      readonly placement: Placement;
      /** How long the step waits for its target, in milliseconds. */
      readonly wait_ms: number;
      readonly on_missing: MissingTargetPolicy;
      /** Whether the person may use the target while the step is open. */
      readonly interaction: "allow" | "block";
      /** More elements that are lit up while the step is shown. Those that are not there are left out. */
      readonly highlights?: readonly Target[] | undefined;
      /** `none`: the page is left where it is scrolled; `auto` where absent. */
      readonly scroll?: "auto" | "none" | undefined;
      /** So much of the page around the target is scrolled into sight with it, in CSS pixels. */
      readonly scroll_margin_px?: number | undefined;
    });

/** Cards that lead through a page, one at a time. */
export interface TourBody extends DismissalOptions, CloseOptions {
  readonly type: "tour";
  readonly steps: readonly Step[];
}
