import type { CelebrationPreset } from "@fanfare/contract/content/celebration-preset";
import type { Point, Shape } from "../types.ts";

/** What is thrown: plain data, so that a worker can be told. */
export interface ConfettiParams {
  readonly preset: CelebrationPreset;
  readonly seed: number;
  readonly screen: { readonly width: number; readonly height: number };
  /** Where it comes from, else the preset's own place. */
  readonly origin: Point | null;
  readonly colors: readonly string[];
  readonly shapes: readonly Shape[];
  /** How many pieces, and how many the preset would have. */
  readonly pieces: number;
  readonly pieces_wanted: number;
  readonly duration_ms: number;
}
