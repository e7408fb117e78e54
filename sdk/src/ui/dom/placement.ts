import type { Placement } from "@fanfare/contract/target/target";

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

export interface CardPlacement {
  readonly x: number;
  readonly y: number;
  readonly side: Side;
  /** Where along the card's edge the arrow points, from its left or top; null where the card covers its target. */
  readonly arrow: number | null;
}

export interface PlacementRequest {
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

/**
 * Where the card goes: the wanted side, else its opposite, else the others, slid along that side to stay inside the
 * area. Where no side has room, the place that covers least of the target.
 *
 * @example
 * placeCard({ target: { x: 0, y: 0, width: 100, height: 40 }, card: { width: 300, height: 200 },
 *   area: { x: 0, y: 0, width: 1280, height: 720 }, wanted: "auto", rtl: false, gap: 12 });
 * // { x: 0, y: 52, side: "bottom", arrow: 50 }
 */
export function placeCard({ target, card, area, wanted, rtl, gap }: PlacementRequest): CardPlacement {
  const start = rtl ? "right" : "left";
  const end = rtl ? "left" : "right";
  const order: Readonly<Record<Placement, readonly Side[]>> = {
    auto: ["bottom", "top", end, start],
    bottom: ["bottom", "top", end, start],
    top: ["top", "bottom", end, start],
    start: [start, end, "bottom", "top"],
    end: [end, start, "bottom", "top"],
  };
  let best: CardPlacement = { x: area.x, y: area.y, side: "bottom", arrow: null };
  let least = Number.POSITIVE_INFINITY;
  for (const side of order[wanted]) {
    const along: Axis = side === "top" || side === "bottom" ? X : Y;
    const across: Axis = along === X ? Y : X;
    const before = side === "top" || side === "left";
    const beside = middle(target, along) - card[along.length] / 2;
    const edge = before
      ? target[across.start] - gap - card[across.length]
      : target[across.start] + target[across.length] + gap;
    const spot = moveInside({ ...card, x: along === X ? beside : edge, y: along === X ? edge : beside }, area);
    const covered = overlap(spot, target);
    // A side that had to be left for lack of room is only as good as what it hides; so is a gap that got smaller.
    const score = covered > 0 ? covered + 1 : spot[across.start] === edge ? 0 : 1;
    if (score >= least) continue;
    least = score;
    const arrow = clamp(middle(target, along) - spot[along.start], ARROW_INSET, card[along.length] - ARROW_INSET);
    best = { x: spot.x, y: spot.y, side, arrow: covered > 0 ? null : arrow };
  }
  return best;
}

/** In the middle of the area. */
export function placeCentered(card: Size, area: Rect): Rect {
  return moveInside({ ...card, x: middle(area, X) - card.width / 2, y: middle(area, Y) - card.height / 2 }, area);
}

/** The area that two rectangles share, in square pixels. */
export function overlap(one: Rect, other: Rect): number {
  const { width, height } = intersection(one, other);
  return width * height;
}

/** The part of `one` that lies in `other`; its width or height is 0 where they do not meet. */
export function intersection(one: Rect, other: Rect): Rect {
  const x = Math.max(one.x, other.x);
  const y = Math.max(one.y, other.y);
  return {
    x,
    y,
    width: Math.max(0, Math.min(one.x + one.width, other.x + other.width) - x),
    height: Math.max(0, Math.min(one.y + one.height, other.y + other.height) - y),
  };
}

/** `rect` with `by` pixels more on each side. */
export function inflate(rect: Rect, by: number): Rect {
  return { x: rect.x - by, y: rect.y - by, width: rect.width + 2 * by, height: rect.height + 2 * by };
}

interface Axis {
  readonly start: "x" | "y";
  readonly length: "width" | "height";
}
const X: Axis = { start: "x", length: "width" };
const Y: Axis = { start: "y", length: "height" };

function middle(rect: Rect, { start, length }: Axis): number {
  return rect[start] + rect[length] / 2;
}

function moveInside(rect: Rect, area: Rect): Rect {
  return {
    ...rect,
    x: clamp(rect.x, area.x, area.x + area.width - rect.width),
    y: clamp(rect.y, area.y, area.y + area.height - rect.height),
  };
}

/** The lower bound wins where the two cross: a card larger than the screen shows its beginning. */
function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}
