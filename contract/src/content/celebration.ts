import type { CelebrationPreset } from "./celebration-preset.ts";
import type { DismissalOptions } from "./dismissal.ts";

/** Why a celebration wasn't animated, or not to its end. */
export type CelebrationSkip = "reduced_motion" | "hidden" | "budget" | "unavailable";

/** A celebration with its own trigger, including code-only. */
export interface CelebrationBody extends DismissalOptions {
  readonly type: "celebration";
  readonly preset: CelebrationPreset;
  /** Announced politely to screen readers, and shown if motion is reduced. */
  readonly message?: string | undefined;
  /** CSS colors as `#rrggbb`. Defaults to the theme's colors. */
  readonly colors?: readonly string[] | undefined;
  /** Number of pieces as a multiple of the preset's own number (1). */
  readonly intensity?: number | undefined;
}
