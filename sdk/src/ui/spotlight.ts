import { intersection, type Rect } from "./place.ts";
import { hostOf } from "./visible.ts";

/** The dimming layer reaches this far beyond any screen, so that its path need not follow the window's size. */
const FAR = 99_999;

/**
 * The dimming layer's shape: all of the screen but for a rounded hole. Used as `clip-path`, so that real clicks in
 * the hole reach the page while all others meet the layer.
 */
export function holePath(hole: Rect | null, radius: number): string {
  const all = `M-${FAR} -${FAR}H${FAR}V${FAR}H-${FAR}Z`;
  // The same commands with and without a hole: only such paths can glide from one to the other.
  const { x, y, width, height } = hole ?? { x: 0, y: 0, width: 0, height: 0 };
  const r = Math.max(0, Math.min(radius, width / 2, height / 2));
  const across = width - 2 * r;
  const down = height - 2 * r;
  const arc = (dx: number, dy: number): string => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  const rounded = `M${x + r} ${y}h${across}${arc(r, r)}v${down}${arc(-r, r)}h${-across}${arc(-r, -r)}v${-down}${arc(r, -r)}Z`;
  return `path(evenodd,"${all}${rounded}")`;
}

/** The element around this one as it is drawn: through slots and out of shadow roots. */
export function drawnParent(element: Element): Element | null {
  if (element.assignedSlot !== null) return element.assignedSlot;
  return element.parentElement ?? hostOf(element.getRootNode());
}

/** The elements that may scroll or cut off `element`, inner first. */
export function clippingParents(element: Element, window: Window): readonly Element[] {
  const parents: Element[] = [];
  for (let at = drawnParent(element); at !== null; at = drawnParent(at)) {
    const root = at.ownerDocument.documentElement;
    if (at === root || at === at.ownerDocument.body) break;
    const { overflowX, overflowY, position } = window.getComputedStyle(at);
    if (overflowX !== "visible" || overflowY !== "visible") parents.push(at);
    if (position === "fixed") break;
  }
  return parents;
}

/** The part of `element` that its scrollers let through. One layout read each. */
export function visiblePart(element: Element, parents: readonly Element[], screen: Rect): Rect {
  let part: Rect = element.getBoundingClientRect();
  for (const parent of parents) part = intersection(part, parent.getBoundingClientRect());
  return intersection(part, screen);
}
