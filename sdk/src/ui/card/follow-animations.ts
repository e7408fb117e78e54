import { call, read } from "../../lib/native.ts";
import { ancestorChain, viewportBox } from "../dom/visibility.ts";
import { MOVE_PAUSE_MS } from "../limits.ts";
import type { Page } from "../types.ts";

const STARTS = ["animationstart", "animationiteration", "transitionrun"];

/**
 * Calls `moved` with each frame in which an animation of the target, or of something around it, has moved it. Browsers
 * may run animations without the frames that observers need. Looks again after each layout, for which the result is
 * called, and stops when nothing has moved for a while.
 */
export function followAnimations(
  { window, clock }: Page,
  target: Element,
  roots: readonly Node[],
  moved: () => void,
  signal: AbortSignal,
): () => void {
  let is_due = false;
  let moved_ms = 0;
  const isAnimated = (): boolean =>
    ancestorChain(target).some(
      (each) =>
        read(each, "nodeType") === 1 &&
        // Cast: nodes of this type are elements.
        call(each as Element, "getAnimations").some(({ playState }) => playState === "running"),
    );
  const next = (): void => {
    if (is_due || signal.aborted || !isAnimated()) return;
    is_due = true;
    const before = viewportBox(target);
    window.requestAnimationFrame(() => {
      is_due = false;
      if (signal.aborted) return;
      const { x, y } = viewportBox(target);
      if (x !== before.x || y !== before.y) {
        moved_ms = clock.now();
        moved();
      }
      if (clock.now() - moved_ms < MOVE_PAUSE_MS) next();
    });
  };
  const begin = (): void => {
    moved_ms = clock.now();
    next();
  };
  for (const root of [...roots, window])
    for (const name of STARTS) call(root, "addEventListener", name, begin, { capture: true, signal });
  return begin;
}
