import type { Placement } from "@fanfare/contract/target";
import { MARK_PX } from "./limits.ts";
import type { Rect } from "./place.ts";
import type { Point } from "./types.ts";

/**
 * The top left corner of a hotspot's mark: its middle is on the edge of the target that the author chose, else on the
 * upper corner where a line of text ends. It stays on the screen.
 *
 * @example
 * markSpot({ x: 100, y: 40, width: 80, height: 30 }, "auto", false, screen); // { x: 168, y: 28 } for a mark of 24 pixels
 */
export function markSpot({ x, y, width, height }: Rect, placement: Placement, rtl: boolean, screen: Rect): Point {
  const start = rtl ? x + width : x;
  const end = rtl ? x : x + width;
  const at: Readonly<Record<Placement, Point>> = {
    auto: { x: end, y },
    top: { x: x + width / 2, y },
    bottom: { x: x + width / 2, y: y + height },
    start: { x: start, y: y + height / 2 },
    end: { x: end, y: y + height / 2 },
  };
  const keep = (middle: number, from: number, room: number): number =>
    Math.max(from, Math.min(middle - MARK_PX / 2, from + room - MARK_PX));
  return { x: keep(at[placement].x, screen.x, screen.width), y: keep(at[placement].y, screen.y, screen.height) };
}
