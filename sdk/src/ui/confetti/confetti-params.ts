import type { CelebrationPreset } from "@fanfare/contract/content/celebration-preset";
import type { Point, Shape } from "../types.ts";

/** Confetti parameters as plain data, so they can be posted to a worker. */
export interface ConfettiParams {
  readonly preset: CelebrationPreset;
  readonly seed: number;
  readonly screen: { readonly width: number; readonly height: number };
  /** The origin; null for the preset's default. */
  readonly origin: Point | null;
  readonly colors: readonly string[];
  readonly shapes: readonly Shape[];
  /** Actual number of pieces, and the preset's full number. */
  readonly pieces: number;
  readonly pieces_wanted: number;
  readonly duration_ms: number;
}
