import type { Rect } from "../dom/placement.ts";
import { ENDLESS_MOVE_MS, MOVE_PAUSE_MS } from "../limits.ts";
import type { Page } from "../types.ts";

/**
 * Calls `tell` once the page has moved a target for a while without a pause. Scrolling and resizing begin anew. Call the
 * result with each position of the target.
 */
export function noticeEndlessMoves(
  { window, clock }: Pick<Page, "window" | "clock">,
  tell: () => void,
  signal: AbortSignal,
): (box: Rect | null) => void {
  let last: Rect | null = null;
  let [since_ms, moved_ms] = [0, 0];
  let is_told = false;
  const beginAnew = (): void => {
    last = null;
  };
  for (const mover of [window, window.visualViewport])
    for (const name of ["scroll", "resize"]) mover?.addEventListener(name, beginAnew, { capture: true, signal });
  return (box) => {
    const is_same = last && box && last.x === box.x && last.y === box.y;
    if (is_told || is_same) return;
    const now_ms = clock.now();
    if (!last || !box || now_ms - moved_ms > MOVE_PAUSE_MS) since_ms = now_ms;
    moved_ms = now_ms;
    last = box;
    if (now_ms - since_ms < ENDLESS_MOVE_MS) return;
    is_told = true;
    tell();
  };
}
