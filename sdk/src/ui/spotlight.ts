import { intersection, type Rect } from "./place.ts";
import { outward } from "./visible.ts";

/**
 * The dimming layer's shape: all of the screen but for a rounded hole. Used as `clip-path`, so that real clicks in
 * the hole reach the page while all others meet the layer.
 */
export function holePath(hole: Rect | null, radius: number): string {
  // The same commands with and without a hole: only such paths can glide from one to the other.
  const { x, y, width, height } = hole ?? { x: 0, y: 0, width: 0, height: 0 };
  const r = Math.max(0, Math.min(radius, width / 2, height / 2));
  const across = width - 2 * r;
  const down = height - 2 * r;
  const arc = (dx: number, dy: number): string => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  // The layer reaches far beyond any screen, so that its path need not follow the window's size.
  return `path(evenodd,"M-1e5-1e5H1e5V1e5H-1e5ZM${x + r} ${y}h${across}${arc(r, r)}v${down}${arc(-r, r)}h${-across}${arc(-r, -r)}v${-down}${arc(r, -r)}Z")`;
}

/** The elements that may scroll or cut off `target`, inner first. */
export function clippingParents(target: Element, window: Window & typeof globalThis): readonly Element[] {
  const { body, documentElement } = target.ownerDocument;
  const parents: Element[] = [];
  for (const at of outward(target)) {
    if (at === body || at === documentElement) break;
    if (!(at instanceof window.Element)) continue;
    const { overflow, position } = window.getComputedStyle(at);
    if (at !== target && overflow !== "visible") parents.push(at);
    // What is fixed is not cut off by what is around it.
    if (position === "fixed") break;
  }
  return parents;
}

/** The part of `element` that its scrollers let through. One layout read each. */
export function visiblePart(element: Element, parents: readonly Element[], screen: Rect): Rect {
  return parents.reduce<Rect>(
    (part, parent) => intersection(part, parent.getBoundingClientRect()),
    intersection(element.getBoundingClientRect(), screen),
  );
}
