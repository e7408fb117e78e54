import type { Page } from "../types.ts";

/**
 * Where what stays while the page scrolls ends, from this point down: the lower edge of a fixed or sticky header that is there
 * now, and of another one under it. `y` itself where there is none. `ours` is looked through.
 */
export function stickyEdge(window: Page["window"], ours: Element, x: number, y: number): number {
  const { document } = window;
  let at = document.elementsFromPoint(x, y + 1).find((each) => each !== ours) ?? null;
  for (; at !== null; at = at.parentElement) {
    const { bottom, height } = at.getBoundingClientRect();
    const stays = /fixed|sticky/.test(window.getComputedStyle(at).position);
    if (stays && height < window.innerHeight / 2 && bottom > y) return stickyEdge(window, ours, x, bottom);
  }
  return y;
}
