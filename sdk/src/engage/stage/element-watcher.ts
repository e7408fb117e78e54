import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import { matchesPage, type PageRule } from "@fanfare/contract/targeting/page-rule";
import { pageSnapshot } from "../../ui/dom/page-snapshot.ts";
import { LOOK_COST_FACTOR, LOOK_GAP_MS } from "../../ui/limits.ts";

/** After these, an element can be checked or visible without a mutation. */
const STATE_EVENTS = ["change", "resize", "transitionend"];

/** Sets the page rules to wait for. An empty list stops watching. */
export type WatchElements = (rules: readonly PageRule[]) => void;

/**
 * Calls `met` when an element appears or disappears as a rule requires. Reacts to DOM mutations and events without polling, and
 * throttles when authors' selectors are slow.
 */
export function createElementWatcher(
  window: Window & typeof globalThis,
  clock: Clock,
  onMatch: () => void,
): WatchElements {
  let awaited: readonly PageRule[] = [];
  let pending: Cancel | undefined;
  let gap_ms = LOOK_GAP_MS;

  const look = (): void => {
    pending = undefined;
    const begun_ms = clock.now();
    const sight = pageSnapshot(window);
    const is_met = awaited.some((rule) => matchesPage(rule, sight) === true);
    gap_ms = Math.max(LOOK_GAP_MS, (clock.now() - begun_ms) * LOOK_COST_FACTOR);
    if (is_met) onMatch();
  };
  const schedule = (): void => {
    pending ??= clock.after(gap_ms, look);
  };
  const observer = new window.MutationObserver(schedule);

  return (rules) => {
    const watched = awaited.length > 0;
    awaited = rules;
    if (rules.length === 0) {
      observer.disconnect();
      for (const name of STATE_EVENTS) window.removeEventListener(name, schedule, true);
      pending?.();
      pending = undefined;
    } else if (!watched) {
      observer.observe(window.document, { subtree: true, childList: true, attributes: true, characterData: true });
      for (const name of STATE_EVENTS) window.addEventListener(name, schedule, true);
    }
  };
}
