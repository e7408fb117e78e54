import { read } from "../../lib/native.ts";
import { inflate, intersection, type Rect } from "../dom/placement.ts";
import { ancestorChain, viewportBox } from "../dom/visibility.ts";

/**
 * Shape of the backdrop: the whole screen except for a rounded hole, plus `more` holes. As a `clip-path`, it lets real
 * clicks in the holes reach the page.
 */
export function holePath(hole: Rect | null, radius: number, more = ""): string {
  // The layer extends far beyond any screen, so the path is independent of the window size.
  return `path(evenodd,"M-1e5-1e5H1e5V1e5H-1e5Z${holeSegment(hole, radius)}${more}")`;
}

export function holeSegment(hole: Rect | null, radius: number): string {
  // Use the same commands with and without a hole: only such paths can be animated into each other.
  const { x, y, width, height } = hole ?? { x: 0, y: 0, width: 0, height: 0 };
  const r = Math.max(0, Math.min(radius, width / 2, height / 2));
  const across = width - 2 * r;
  const down = height - 2 * r;
  const arc = (dx: number, dy: number): string => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${x + r} ${y}h${across}${arc(r, r)}v${down}${arc(-r, r)}h${-across}${arc(-r, -r)}v${-down}${arc(r, -r)}Z`;
}

/** Ancestors that may scroll or clip `target`, innermost first. */
export function clippingParents(target: Element, window: Window): readonly Element[] {
  const parents: Element[] = [];
  let fixed = false;
  for (const at of ancestorChain(target)) {
    // Fixed elements are clipped only by their frame.
    if (read(at, "nodeType") === 9) fixed = false;
    const element = at as Element;
    // Undefined for documents and shadow roots.
    const name = read(element, "localName");
    if (fixed || !name || name === "body" || name === "html") continue;
    const { overflow, position } = window.getComputedStyle(element);
    if (at !== target && overflow !== "visible") parents.push(element);
    fixed = position === "fixed";
  }
  return parents;
}

/** The part of `box`, expanded by `margin`, that its scroll containers leave visible. One layout read for each. */
export function visiblePart(box: Rect, parents: readonly Element[], screen: Rect, margin = 0): Rect {
  let part = intersection(inflate(box, margin), screen);
  for (const parent of parents) part = intersection(part, viewportBox(parent));
  return part;
}
