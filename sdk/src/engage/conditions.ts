import type { Clock } from "@fanfare/contract/clock";
import { conditionStatus } from "@fanfare/contract/page-conditions";
import type { JudgeCondition } from "@fanfare/contract/page-gates";
import type { Decision } from "@fanfare/contract/schema/v1";
import { sightOf } from "../ui/sight.ts";
import { type AwaitElements, createAwaitElements } from "./elements.ts";

/** What authors set for the page, the trigger and pauses. */
export interface Conditions {
  readonly judge: JudgeCondition;
  /** These wait for the page to have an element, or not to have one. */
  readonly awaitElements: (held: readonly Decision[]) => void;
}

/** Part of what a plain tour needs nothing of (beyond-tours.ts). `met`: the page has become as a content wants it. */
export function createConditions(window: Window & typeof globalThis, clock: Clock, met: () => void): Conditions {
  let watched: AwaitElements | undefined;
  return {
    judge: (gate, candidate, facts) => conditionStatus(gate, candidate, { ...facts, ...sightOf(window) }),
    awaitElements(held) {
      if (held.length > 0) watched ??= createAwaitElements(window, clock, met);
      watched?.(held.flatMap(({ page_rule }) => page_rule ?? []));
    },
  };
}
