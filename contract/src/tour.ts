import type { Block } from "./block.ts";
import type { Choices } from "./choices.ts";
import type { Placement, Target } from "./target.ts";

export const MISSING_TARGET_POLICIES = ["skip", "center", "end"] as const;
/** What a step does when its target did not appear within `wait_ms`. */
export type MissingTargetPolicy = (typeof MISSING_TARGET_POLICIES)[number];

export interface StepTexts {
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly next_label?: string | undefined;
}

interface StepBase extends StepTexts {
  /** Stable across versions: funnels and resumed runs name it. */
  readonly id: string;
}

export type Step =
  | (StepBase & { readonly kind: "centered" })
  | (StepBase & {
      readonly kind: "anchored";
      readonly target: Target;
      readonly placement: Placement;
      /** How long the step waits for its target, in milliseconds. */
      readonly wait_ms: number;
      readonly on_missing: MissingTargetPolicy;
      /** Whether the person may use the target while the step is open. */
      readonly interaction: "allow" | "block";
      /** The person's own click on the target moves on, as the button does. */
      readonly advance_on_click: boolean;
    });

/** Cards that lead through a page, one at a time. */
export interface TourBody extends Choices {
  readonly type: "tour";
  readonly steps: readonly Step[];
}
