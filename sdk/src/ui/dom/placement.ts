import type { Placement } from "@fanfare/contract/target/target";

/** CSS pixels from the top left corner of the viewport. */
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

export type Side = "top" | "bottom" | "left" | "right";

export interface CardPlacement {
  readonly x: number;
  readonly y: number;
  readonly side: Side;
  /** Arrow position along the card's edge, from its left or top; null if the card covers its target. */
  readonly arrow: number | null;
}

export interface PlacementRequest {
  readonly target: Rect;
  readonly card: Size;
  /** The usable part of the screen. The card stays inside. */
  readonly area: Rect;
  readonly wanted: Placement;
  /** Right-to-left layout: `start` is right. */
  readonly rtl: boolean;
  readonly gap: number;
}

/** Distance between the arrow and the card's rounded corners, in CSS pixels. */
const ARROW_INSET = 22;

/**
 * Positions the card on the preferred side, otherwise the opposite side, then the others, shifted along that side to
 * stay inside the area. If no side has room, uses the position that covers the least of the target.
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
    // Rank overlapping positions by how much they cover; a reduced gap ranks after a full one.
    const score = covered > 0 ? covered + 1 : spot[across.start] === edge ? 0 : 1;
    if (score >= least) continue;
    least = score;
    const arrow = clamp(middle(target, along) - spot[along.start], ARROW_INSET, card[along.length] - ARROW_INSET);
    best = { x: spot.x, y: spot.y, side, arrow: covered > 0 ? null : arrow };
  }
  return best;
}

export function placeCentered(card: Size, area: Rect): Rect {
  return moveInside({ ...card, x: middle(area, X) - card.width / 2, y: middle(area, Y) - card.height / 2 }, area);
}

export function overlap(one: Rect, other: Rect): number {
  const { width, height } = intersection(one, other);
  return width * height;
}

/** The part of `one` inside `other`; width or height is 0 if they don't overlap. */
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

/** The lower bound wins over the upper one: a card larger than the screen shows its start. */
function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}
