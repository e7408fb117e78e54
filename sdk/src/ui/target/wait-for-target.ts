import type { Cancel } from "@fanfare/contract/lib/clock";
import type { Target } from "@fanfare/contract/target/target";
import { LOOK_COST_FACTOR, LOOK_GAP_MS } from "../limits.ts";
import type { Page, StrategyResult } from "../types.ts";
import { locate, needsReader, type StrategyReader, searchRootsWithFrames } from "./locate.ts";

/** What may bring a target into view without changing the document. */
const WAKE_EVENTS = ["load", "transitionend", "animationend", "toggle", "slotchange"] as const;

export type WaitResult =
  | { readonly element: Element }
  | { readonly element: null; readonly tried: readonly StrategyResult[] };

/**
 * Waits until exactly one usable element is found and has stopped moving, or until `wait_ms` are over. Looks when the
 * page changes, never on a clock of its own, and `gap_min_ms` apart at least; `hear` is called once, never before this
 * returns.
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
  let reader: StrategyReader = () => [];
  let done = false;

  const finish = (found: WaitResult): void => {
    cancel();
    onResult(found);
  };

  const look = (final: boolean): void => {
    pending = null;
    const begun_ms = clock.now();
    const { element, tried } = locate(document, target, reader);
    // A costly search is made rarely: an author's selector must not slow the page down.
    gap_ms = Math.max(LOOK_GAP_MS, (clock.now() - begun_ms) * LOOK_COST_FACTOR);
    if (!element) {
      last = null;
      if (final) finish({ element, tried });
      else watch();
      return;
    }
    const { x, y, width, height } = element.getBoundingClientRect();
    const box = `${x} ${y} ${width} ${height}`;
    // Twice at the same place: it has arrived. A target that never stands still is taken as it is in the end.
    if (final || (last?.element === element && last.box === box)) {
      finish({ element });
    } else {
      last = { element, box };
      lookIn(gap_ms);
    }
  };

  const lookIn = (delay_ms: number): void => {
    if (!done) pending ??= clock.after(delay_ms, () => look(false));
  };
  const stir = (): void => lookIn(Math.max(gap_ms, gap_min_ms));

  const observer = new window.MutationObserver(stir);
  const watch = (): void => {
    // Roots come with elements; observing one again is free.
    for (const root of searchRootsWithFrames(document)) {
      observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
    }
  };

  const deadline = clock.after(wait_ms, () => look(true));
  for (const name of WAKE_EVENTS) document.addEventListener(name, stir, true);
  if (needsReader(target)) {
    void import("./reading-strategies.ts")
      .then((finders) => {
        reader = finders.findByReading;
      })
      // Without that chunk its strategies find nothing: the others have their turn, and what was tried tells.
      .catch(() => {})
      .then(() => lookIn(0));
  } else {
    lookIn(0);
  }
  const cancel = (): void => {
    done = true;
    deadline();
    pending?.();
    observer.disconnect();
    for (const name of WAKE_EVENTS) document.removeEventListener(name, stir, true);
  };
  return cancel;
}
