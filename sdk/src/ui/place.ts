import type { Placement } from "@fanfare/contract/content";

/** CSS pixels from the viewport's top left corner. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The side of the target on which the card stands. */
export type Side = "top" | "bottom" | "left" | "right";

export interface Placed {
  readonly x: number;
  readonly y: number;
  readonly side: Side;
  /** Where along the card's edge the arrow points, from its left or top; null where the card covers its target. */
  readonly arrow: number | null;
}

export interface PlaceRequest {
  readonly target: Rect;
  readonly card: Size;
  /** What may be used of the screen: the card stays inside it. */
  readonly area: Rect;
  readonly wanted: Placement;
  /** The page reads from right to left: `start` is right. */
  readonly rtl: boolean;
  readonly gap: number;
}

/** The arrow keeps this distance to the card's rounded corners, in CSS pixels. */
const ARROW_INSET = 22;
const OPPOSITE = { top: "bottom", bottom: "top", left: "right", right: "left" } as const;

/**
 * Where the card goes: the wanted side, else its opposite, else the others, slid along that side to stay inside the
 * area. Where no side has room, the place that covers least of the target.
 *
 * @example
 * placeCard({ target: { x: 0, y: 0, width: 100, height: 40 }, card: { width: 300, height: 200 },
 *   area: { x: 0, y: 0, width: 1280, height: 720 }, wanted: "auto", rtl: false, gap: 12 });
 * // { x: 0, y: 52, side: "bottom", arrow: 50 }
 */
export function placeCard(request: PlaceRequest): Placed {
  const { target, card } = request;
  let best: Placed | undefined;
  let best_covered = Number.POSITIVE_INFINITY;
  for (const side of sidesInOrder(request.wanted, request.rtl)) {
    const spot = spotOn(side, request);
    if (hasRoom(side, request)) return { ...spot, side, arrow: arrowAlong(side, spot, request) };
    const covered = overlap({ ...spot, ...card }, target);
    if (covered < best_covered) {
      best_covered = covered;
      best = { ...spot, side, arrow: covered > 0 ? null : arrowAlong(side, spot, request) };
    }
  }
  return best ?? { ...spotOn("bottom", request), side: "bottom", arrow: null };
}

/** In the middle of the area. */
export function placeCentered(card: Size, area: Rect): { readonly x: number; readonly y: number } {
  return {
    x: within(area.x + (area.width - card.width) / 2, area.x, area.x + area.width - card.width),
    y: within(area.y + (area.height - card.height) / 2, area.y, area.y + area.height - card.height),
  };
}

/** A sheet lies along the bottom of the area, or along its top where that covers less of the target. */
export function placeSheet(
  target: Rect | null,
  height: number,
  area: Rect,
): { readonly y: number; readonly top: boolean } {
  const bottom_y = area.y + area.height - height;
  if (target === null) return { y: bottom_y, top: false };
  const covered = (y: number): number => overlap({ x: area.x, y, width: area.width, height }, target);
  const top = covered(area.y) < covered(bottom_y);
  return { y: top ? area.y : bottom_y, top };
}

/** The area that two rectangles share, in square pixels. */
export function overlap(a: Rect, b: Rect): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** The part of `a` that lies in `b`; its width or height is 0 where they do not meet. */
export function intersection(a: Rect, b: Rect): Rect {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x),
    height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y),
  };
}

/** `rect` with `by` pixels more on each side. */
export function grown(rect: Rect, by: number): Rect {
  return { x: rect.x - by, y: rect.y - by, width: rect.width + 2 * by, height: rect.height + 2 * by };
}

function sidesInOrder(wanted: Placement, rtl: boolean): readonly Side[] {
  const start = rtl ? "right" : "left";
  const end = OPPOSITE[start];
  switch (wanted) {
    case "auto":
    case "bottom":
      return ["bottom", "top", end, start];
    case "top":
      return ["top", "bottom", end, start];
    case "start":
      return [start, end, "bottom", "top"];
    case "end":
      return [end, start, "bottom", "top"];
  }
}

function spotOn(side: Side, { target, card, area, gap }: PlaceRequest): { readonly x: number; readonly y: number } {
  const beside_x = target.x + (target.width - card.width) / 2;
  const beside_y = target.y + (target.height - card.height) / 2;
  const x = side === "left" ? target.x - gap - card.width : side === "right" ? target.x + target.width + gap : beside_x;
  const y =
    side === "top" ? target.y - gap - card.height : side === "bottom" ? target.y + target.height + gap : beside_y;
  return {
    x: within(x, area.x, area.x + area.width - card.width),
    y: within(y, area.y, area.y + area.height - card.height),
  };
}

function hasRoom(side: Side, { target, card, area, gap }: PlaceRequest): boolean {
  switch (side) {
    case "top":
      return target.y - area.y >= card.height + gap;
    case "bottom":
      return area.y + area.height - target.y - target.height >= card.height + gap;
    case "left":
      return target.x - area.x >= card.width + gap;
    case "right":
      return area.x + area.width - target.x - target.width >= card.width + gap;
  }
}

function arrowAlong(
  side: Side,
  spot: { readonly x: number; readonly y: number },
  { target, card }: PlaceRequest,
): number {
  return side === "top" || side === "bottom"
    ? within(target.x + target.width / 2 - spot.x, ARROW_INSET, card.width - ARROW_INSET)
    : within(target.y + target.height / 2 - spot.y, ARROW_INSET, card.height - ARROW_INSET);
}

/** The lower bound wins where the two cross: a card larger than the screen shows its beginning. */
function within(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}
