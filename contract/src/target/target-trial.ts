import type { Target } from "./target.ts";

/** What pages do to an element without meaning it: put others before it, build their style sheets anew, wrap it. */
export const TRIALS = ["sibling", "renamed", "wrapped"] as const;
export type Trial = (typeof TRIALS)[number];

/** What each trial that a strategy does not survive takes from its score. */
export const TRIAL_COST = 0.15;

/** A target that was found in a page, and for each of its ways the trials that it did not survive in copies of that page. */
export interface TriedTarget extends Target {
  readonly failed: readonly (readonly Trial[])[];
}
