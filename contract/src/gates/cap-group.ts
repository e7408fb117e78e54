import { limits } from "../limits.ts";
import type { CapFact } from "./gates.ts";

/**
 * How often people may be spoken to: at most `runs_max` runs within a window, over all contents that it covers. One that
 * covers everything and allows a single run is a quiet period.
 */
export interface CapGroup {
  readonly name: string;
  readonly runs_max: number;
  readonly window_hours: number;
  readonly covers: CapCover;
}

/** What holds for celebrations where no cap group of the workspace names their type. */
export const DEFAULT_CELEBRATION_CAP: CapGroup = {
  name: "Celebrations",
  runs_max: limits.celebrations_per_day_max,
  window_hours: 24,
  covers: { types: ["celebration"], tags: [] },
};

/** Contents of one of these types or with one of these tags; of every type and tag where both lists are empty. */
export interface CapCover {
  readonly types: readonly string[];
  readonly tags: readonly string[];
}

/** Whether a content is counted in a cap group. */
export function isCoveredByCap({ types, tags }: CapCover, content: { type: string; tags: readonly string[] }): boolean {
  if (types.length === 0 && tags.length === 0) return true;
  return types.includes(content.type) || content.tags.some((tag) => tags.includes(tag));
}

/** How many more runs the cap groups allow; undefined where there is none. */
export function remainingRuns(caps: readonly CapFact[]): number | undefined {
  return caps.length === 0 ? undefined : Math.max(0, Math.min(...caps.map(({ runs_max, runs }) => runs_max - runs)));
}
