import type { Target } from "./target.ts";

/**
 * Typical page changes that affect locators: a sibling inserted before the element, regenerated class names, or a new
 * wrapper.
 */
export const TRIALS = ["sibling", "renamed", "wrapped"] as const;
export type Trial = (typeof TRIALS)[number];

/** Deduction from a locator's score per failed trial. */
export const TRIAL_COST = 0.15;

/** A target found in a page, with the trials that each of its locators failed in copies of the page. */
export interface TriedTarget extends Target {
  readonly failed: readonly (readonly Trial[])[];
}
