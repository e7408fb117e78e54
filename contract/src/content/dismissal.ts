import type { CelebrationPreset } from "./celebration-preset.ts";

/** What "Do not show again" applies to: this content, everything with a tag, or everything. */
export type SuppressionReach =
  | { readonly scope: "content" }
  | { readonly scope: "tag"; readonly tag: string }
  | { readonly scope: "all" };

/** Whether "Do not show again" is offered, for how long, and what it applies to. */
export interface SuppressionOptions {
  readonly offered: boolean;
  /** Tours offer it on every step instead of only on the first. */
  readonly every_step?: true | undefined;
  readonly days: number;
  /** Defaults to this content. */
  readonly reach?: SuppressionReach | undefined;
  /** Offers "Remind me later", which hides it for this many hours. */
  readonly snooze_hours?: number | undefined;
}

export interface CloseOptions {
  /** `stays`: Escape doesn't close it, the close button does. */
  readonly escape?: "stays" | undefined;
}

/** Dismissal options of all content, and the effect played on completion. */
export interface DismissalOptions {
  readonly suppression: SuppressionOptions;
  readonly celebrate_on_completed?: CelebrationPreset | undefined;
}
