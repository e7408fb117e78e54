import { limits } from "../limits.ts";
import type { CapFact } from "./gates.ts";

/**
 * A frequency cap: at most `runs_max` runs per window across all covered content. A cap that covers everything and
 * allows one run is a quiet period.
 */
export interface CapGroup {
  readonly name: string;
  readonly runs_max: number;
  readonly window_hours: number;
  readonly covers: CapCover;
}

/** Applies if no cap group of the workspace covers celebrations. */
export const DEFAULT_CELEBRATION_CAP: CapGroup = {
  name: "Celebrations",
  runs_max: limits.celebrations_per_day_max,
  window_hours: 24,
  covers: { types: ["celebration"], tags: [] },
};

/** Covers content with one of these types or tags. Covers everything if both lists are empty. */
export interface CapCover {
  readonly types: readonly string[];
  readonly tags: readonly string[];
}

export function isCoveredByCap({ types, tags }: CapCover, content: { type: string; tags: readonly string[] }): boolean {
  if (types.length === 0 && tags.length === 0) return true;
  return types.includes(content.type) || content.tags.some((tag) => tags.includes(tag));
}

/** Number of runs that the caps still allow. Undefined without caps. */
export function remainingRuns(caps: readonly CapFact[]): number | undefined {
  return caps.length === 0 ? undefined : Math.max(0, Math.min(...caps.map(({ runs_max, runs }) => runs_max - runs)));
}
