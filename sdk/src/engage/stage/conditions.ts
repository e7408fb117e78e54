import { conditionStatus } from "@fanfare/contract/gates/page-conditions";
import type { JudgeCondition } from "@fanfare/contract/gates/page-gates";
import type { Clock } from "@fanfare/contract/lib/clock";
import type { Decision } from "@fanfare/contract/schema/client/v1";
import { pageSnapshot } from "../../ui/dom/page-snapshot.ts";
import { createElementWatcher, type WatchElements } from "./element-watcher.ts";

export interface Conditions {
  readonly judge: JudgeCondition;
  /** True when the content's delay is over. The first call starts the delay. */
  readonly isDelayOver: (decision: Decision) => boolean;
  readonly watchElements: (held: readonly Decision[]) => void;
}

/**
 * Part of the chunk that plain tours don't load (advanced-content.ts). `met`: called when a page condition may now be
 * met.
 */
export function createConditions(window: Window & typeof globalThis, clock: Clock, onMet: () => void): Conditions {
  let watched: WatchElements | undefined;
  const waited = new Map<string, boolean>();
  return {
    isDelayOver({ content_id, edition: { delay_ms = 0 } }) {
      const ripe = delay_ms === 0 || waited.get(content_id);
      if (ripe === undefined) {
        waited.set(content_id, false);
        clock.after(delay_ms, () => {
          waited.set(content_id, true);
          onMet();
        });
      }
      return ripe === true;
    },
    judge: (gate, candidate, facts) => conditionStatus(gate, candidate, { ...facts, ...pageSnapshot(window) }),
    watchElements(held) {
      if (held.length > 0) watched ??= createElementWatcher(window, clock, onMet);
      watched?.(held.flatMap(({ page_rule }) => page_rule ?? []));
    },
  };
}
