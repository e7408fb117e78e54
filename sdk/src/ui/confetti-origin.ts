import type { CelebrationOptions, Point } from "./types.ts";

/** Where an origin is now; null for the preset's own place. */
export function originOf(options: CelebrationOptions): Point | null {
  const { origin, window } = options;
  if (origin === "cursor") return cursorOf(options);
  if (origin instanceof window.Element) return centreOf(origin);
  return typeof origin === "object" ? origin : null;
}

/** Tells how far the origin has moved since the last time, until `gone`. Hears the page's own events and nothing else. */
export function followOrigin(
  options: CelebrationOptions,
  from: Point,
  gone: AbortSignal,
  moved: (by_x: number, by_y: number) => void,
): void {
  const { origin, window } = options;
  let at = from;
  const go = (to: Point | null): void => {
    if (to === null || (to.x === at.x && to.y === at.y)) return;
    moved(to.x - at.x, to.y - at.y);
    at = to;
  };
  const hear = { signal: gone, capture: true, passive: true };
  if (origin === "cursor") {
    window.addEventListener("pointermove", ({ clientX: x, clientY: y }) => go({ x, y }), hear);
  } else if (origin instanceof window.Element) {
    for (const name of ["scroll", "resize"]) window.addEventListener(name, () => go(centreOf(origin)), hear);
  }
}

/** The pointer at the event in which the page asked; for a click by keyboard, what was clicked. */
function cursorOf({ event, window }: CelebrationOptions): Point | null {
  if (!(event instanceof window.MouseEvent)) return null;
  const { clientX: x, clientY: y, detail, target, type } = event;
  const by_keyboard = type === "click" && detail === 0;
  return by_keyboard && target instanceof window.Element ? centreOf(target) : { x, y };
}

/** Null when it is not on the page. */
function centreOf(element: Element): Point | null {
  if (!element.isConnected) return null;
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}
