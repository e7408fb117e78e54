import { inflate, intersection, type Rect } from "../dom/placement.ts";
import { ancestorChain, viewportBox } from "../dom/visibility.ts";

/**
 * The dimming layer's shape: all of the screen but for a rounded hole, and `more` of them. Used as `clip-path`, so that
 * real clicks in the holes reach the page while all others meet the layer.
 */
export function holePath(hole: Rect | null, radius: number, more = ""): string {
  // The layer reaches far beyond any screen, so that its path need not follow the window's size.
  return `path(evenodd,"M-1e5-1e5H1e5V1e5H-1e5Z${holeSegment(hole, radius)}${more}")`;
}

/** The path of one hole. */
export function holeSegment(hole: Rect | null, radius: number): string {
  // The same commands with and without a hole: only such paths can glide from one to the other.
  const { x, y, width, height } = hole ?? { x: 0, y: 0, width: 0, height: 0 };
  const r = Math.max(0, Math.min(radius, width / 2, height / 2));
  const across = width - 2 * r;
  const down = height - 2 * r;
  const arc = (dx: number, dy: number): string => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${x + r} ${y}h${across}${arc(r, r)}v${down}${arc(-r, r)}h${-across}${arc(-r, -r)}v${-down}${arc(r, -r)}Z`;
}

/** The elements that may scroll or cut off `target`, inner first. */
export function clippingParents(target: Element, window: Window): readonly Element[] {
  const parents: Element[] = [];
  let fixed = false;
  for (const at of ancestorChain(target)) {
    // What is fixed is not cut off by what is around it, but for the frame that shows it.
    if (at.nodeType === 9) fixed = false;
    if (fixed || !("localName" in at) || at.localName === "body" || at.localName === "html") continue;
    const element = at as Element;
    const { overflow, position } = window.getComputedStyle(element);
    if (at !== target && overflow !== "visible") parents.push(element);
    fixed = position === "fixed";
  }
  return parents;
}

/** The part of `box`, and of so many pixels around it, that the scrollers around it let through. One layout read each. */
export function visiblePart(box: Rect, parents: readonly Element[], screen: Rect, margin = 0): Rect {
  const whole = intersection(inflate(box, margin), screen);
  return parents.reduce<Rect>((part, parent) => intersection(part, viewportBox(parent)), whole);
}
