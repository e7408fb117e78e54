import type { Placement } from "@fanfare/contract/target/target";
import { read } from "../../lib/native.ts";
import { inflate, placeCard, placeCentered, type Rect, type Size } from "../dom/placement.ts";
import { updateScrollStop } from "../dom/tab-stops.ts";
import { CARD_GAP_PX, SCREEN_MARGIN_PX, SHEET_BELOW_PX } from "../limits.ts";
import type { UiRoot } from "../overlay/ui-root.ts";
import { visibleScreen } from "../target/reveal.ts";
import type { Page, Point } from "../types.ts";

/** Elements of a card: `flow` scrolls if the card is too short for its text. */
export interface CardParts {
  readonly box: HTMLElement;
  readonly arrow: HTMLElement;
  readonly flow: HTMLElement;
}

/** Custom position of a card. `sheet`: shown along the edge of a narrow screen. */
export type CustomPosition = (card: Size, screen: Rect, sheet: boolean) => Point | undefined;

export type CardPositioner = (target: Rect | null, wanted: Placement, seat?: CustomPosition) => void;

/**
 * Returns a function that positions a card: next to `target`, centered without one, and along the edge of a narrow
 * screen. `again`: called when the code for narrow screens has loaded, to lay out again.
 */
export function cardPositioner(
  { document, window }: Page,
  { view, addStyle }: UiRoot,
  { box, arrow, flow }: CardParts,
  again: () => void,
): CardPositioner {
  let unfolding = false;
  let folded: typeof import("./sheet.ts") | null = null;

  // Until the sheet code is loaded, cards float on narrow screens, too.
  const unfold = (loaded: typeof import("./sheet.ts")): void => {
    addStyle(loaded.SHEET_STYLE);
    folded = loaded;
    again();
  };

  return (target, wanted, seat) => {
    const screen = visibleScreen(window);
    const narrow = read(document, "documentElement").clientWidth < SHEET_BELOW_PX;
    if (narrow && !unfolding) {
      unfolding = true;
      void import("./sheet.ts").then(unfold, () => {});
    }
    const sheet = narrow ? folded : null;
    const area = sheet ? screen : inflate(screen, -SCREEN_MARGIN_PX);
    box.classList.toggle("sheet", sheet !== null);
    box.style.setProperty("--room", `${Math.floor(sheet?.sheetHeightMax(target, area) ?? area.height)}px`);
    updateScrollStop(flow);

    const size = { width: box.offsetWidth, height: box.offsetHeight };
    let pointing: number | null = null;
    const own = seat?.(size, screen, sheet !== null);
    if (own) {
      setPosition(box, own);
    } else if (sheet) {
      const { y } = sheet.placeSheet(target, size, area);
      box.classList.toggle("top", y === area.y);
      setPosition(box, { x: area.x, y });
    } else if (!target) {
      const { x, y } = placeCentered(size, area);
      setPosition(box, { x, y });
    } else {
      const rtl = window.getComputedStyle(view).direction === "rtl";
      const placed = placeCard({ target, card: size, area, wanted, rtl, gap: CARD_GAP_PX });
      setPosition(box, { x: placed.x, y: placed.y });
      pointing = placed.arrow;
      const along = pointing ?? 0;
      setPosition(arrow, {
        x: placed.side === "left" ? size.width : placed.side === "right" ? 0 : along,
        y: placed.side === "top" ? size.height : placed.side === "bottom" ? 0 : along,
      });
    }
    arrow.hidden = pointing === null;
  };
}

/** Positions an element, in viewport pixels. */
export function setPosition(
  { style }: HTMLElement,
  { x, y, width, height }: Pick<Rect, "x" | "y"> & Partial<Rect>,
): void {
  style.left = `${x}px`;
  style.top = `${y}px`;
  if (width !== undefined) style.width = `${width}px`;
  if (height !== undefined) style.height = `${height}px`;
}
