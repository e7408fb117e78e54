import type { Cancel } from "@fanfare/contract/lib/clock";
import type { Target } from "@fanfare/contract/target/target";
import { call } from "../../lib/native.ts";
import { LOOK_COST_FACTOR, LOOK_GAP_MS, TWO_FRAMES_MS } from "../limits.ts";
import type { Page, StrategyResult } from "../types.ts";
import { locate, needsReader, type Search, searchRootsWithFrames } from "./locate.ts";

/** Events that may reveal a target without a DOM change. */
const WAKE_EVENTS = ["load", "transitionend", "animationend", "toggle", "slotchange"] as const;

export type WaitResult =
  | { readonly element: Element }
  | { readonly element: null; readonly tried: readonly StrategyResult[] };

/**
 * Waits until exactly one usable element is found and has stopped moving, or until `wait_ms` have passed. Checks on
 * page changes without polling, at least `gap_min_ms` apart. Calls `hear` once, always asynchronously.
 */
export function waitForTarget(
  page: Page,
  target: Target,
  wait_ms: number,
  onResult: (found: WaitResult) => void,
  gap_min_ms = LOOK_GAP_MS,
): Cancel {
  const { document, window, clock } = page;
  let last: { readonly element: Element; readonly box: string } | null = null;
  let pending: Cancel | null = null;
  let gap_ms = LOOK_GAP_MS;
  let search: Search = (_, run) => run(() => [], clock.now());
  let done = false;

  const finish = (found: WaitResult): void => {
    cancel();
    onResult(found);
  };

  const look = (final: boolean): void => {
    pending = null;
    const roots = searchRootsWithFrames(document);
    // Shadow roots appear with elements. Observing a root again has no cost.
    for (const root of roots) {
      observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
    }
    search(roots, (reader, begun_ms) => {
      if (done) return;
      const { element, tried } = locate(document, target, reader, roots);
      // Throttle slow searches, so that an author's selector doesn't slow down the page.
      gap_ms = Math.max(LOOK_GAP_MS, (clock.now() - begun_ms) * LOOK_COST_FACTOR);
      if (!element) {
        last = null;
        if (final) finish({ element, tried });
        return;
      }
      const { x, y, width, height } = call(element, "getBoundingClientRect");
      const box = `${x} ${y} ${width} ${height}`;
      // Same position twice: it has stopped moving. A target that never stops is accepted at the deadline.
      if (final || (last?.element === element && last.box === box)) {
        finish({ element });
      } else {
        lookIn(last ? LOOK_GAP_MS : TWO_FRAMES_MS);
        last = { element, box };
      }
    });
  };

  const lookIn = (delay_ms: number): void => {
    if (!done) pending ??= clock.after(delay_ms, () => look(false));
  };
  const stir = (): void => lookIn(Math.max(gap_ms, gap_min_ms));

  const observer = new window.MutationObserver(stir);
  const deadline = clock.after(wait_ms, () => look(true));
  const over = new AbortController();
  for (const name of WAKE_EVENTS) {
    call(document, "addEventListener", name, stir, { capture: true, signal: over.signal });
  }
  if (needsReader(target)) {
    void import("./reading-strategies.ts")
      .then((finders) => {
        search = finders.createSearch(page, target, () => done);
      })
      // If the chunk can't be loaded, its locators find nothing and the others are tried. The result lists what was
      // tried.
      .catch(() => {})
      .then(() => lookIn(0));
  } else {
    // Finds where the target is now. Whether it stays there is known later.
    look(false);
  }
  const cancel = (): void => {
    done = true;
    deadline();
    pending?.();
    observer.disconnect();
    over.abort();
  };
  return cancel;
}
