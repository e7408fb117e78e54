import type { CelebrationPreset } from "./celebration-preset.ts";

/** What "Do not show again" is about: this content, all with a tag, or everything. */
export type SuppressionReach =
  | { readonly scope: "content" }
  | { readonly scope: "tag"; readonly tag: string }
  | { readonly scope: "all" };

/** Whether "Do not show again" is offered, for how long it lasts and what it is about. */
export interface SuppressionOptions {
  readonly offered: boolean;
  readonly days: number;
  /** This content where absent. */
  readonly reach?: SuppressionReach | undefined;
  /** Offers "Remind me later", and after how many hours. */
  readonly snooze_hours?: number | undefined;
}

/** What closes a content beside its cross. */
export interface CloseOptions {
  /** `stays`: Escape does not close it, its cross does. */
  readonly escape?: "stays" | undefined;
}

/** What every content leaves to the person, and what follows when they have been through it. */
export interface DismissalOptions {
  readonly suppression: SuppressionOptions;
  readonly celebrate_on_completed?: CelebrationPreset | undefined;
}
