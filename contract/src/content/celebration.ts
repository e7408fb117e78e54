import type { CelebrationPreset } from "./celebration-preset.ts";
import type { DismissalOptions } from "./dismissal.ts";

/** Why a celebration did not move, or not to its end. */
export type CelebrationSkip = "reduced_motion" | "hidden" | "budget" | "unavailable";

/** A celebration that comes by a rule of its own, or when it is asked for. */
export interface CelebrationBody extends DismissalOptions {
  readonly type: "celebration";
  readonly preset: CelebrationPreset;
  /** What is celebrated: announced politely, and shown where motion is reduced. */
  readonly message?: string | undefined;
  /** CSS colours as `#rrggbb`; the theme's where absent. */
  readonly colors?: readonly string[] | undefined;
  /** How many pieces, 1 being the preset's own number. */
  readonly intensity?: number | undefined;
}
