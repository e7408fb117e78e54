import { overlap, type Rect, type Size } from "../dom/placement.ts";
import { SHEET_HEIGHT_MIN_PX } from "../limits.ts";

/** Styles of a card along the edge of a narrow screen. Loaded on the first such screen. */
export const SHEET_STYLE = `
.sheet.card{width:100%;border-radius:18px 18px 0 0}
.sheet.top{border-radius:0 0 18px 18px}
.sheet .flow{padding:1.35em 1.35em 1em}
.sheet .foot{padding-inline:1.35em;padding-bottom:max(1em,env(safe-area-inset-bottom))}
.sheet button{min-height:2.9em}.sheet .close{width:2.6em;min-height:2.6em}
`;

/** Places a sheet at the bottom of the area, or at the top if that covers less of the target. */
export function placeSheet(target: Rect | null, card: Size, area: Rect): Rect {
  const top = { x: area.x, y: area.y, width: area.width, height: card.height };
  const bottom = { ...top, y: area.y + area.height - card.height };
  return target !== null && overlap(top, target) < overlap(bottom, target) ? top : bottom;
}

/** Maximum sheet height that leaves the target visible. The text scrolls. */
export function sheetHeightMax(target: Rect | null, area: Rect): number {
  if (target === null) return area.height;
  const above = target.y - area.y;
  return Math.max(above, area.height - above - target.height, SHEET_HEIGHT_MIN_PX);
}
