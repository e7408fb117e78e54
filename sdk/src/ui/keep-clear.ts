import { put } from "./lay-card.ts";
import { CARD_GAP_PX, SCREEN_MARGIN_PX, SPOTLIGHT_PADDING_PX } from "./limits.ts";
import { grown, overlap, placeCard, type Rect } from "./place.ts";
import { screenOf } from "./reveal.ts";
import type { Page, Point } from "./types.ts";
import { boxOf } from "./visible.ts";

/**
 * Moves a card that lies over `holder`, the element that has the focus, to another side of its target, or to the upper or
 * lower edge of the screen (WCAG 2.4.11). Where nothing hides less, it stays; so it does over what fills half of the screen,
 * of which a card never hides much.
 */
export function keepClear({ window }: Page, card: HTMLElement, target: Element | undefined, holder: Element): void {
  const { x, y, width, height } = card.getBoundingClientRect();
  const held = boxOf(holder);
  const screen = screenOf(window);
  if (overlap({ x, y, width, height }, held) === 0 || 2 * held.width * held.height > screen.width * screen.height)
    return;
  const at = target && grown(boxOf(target), SPOTLIGHT_PADDING_PX);
  const hides = (spot: Point): number => {
    const there = { ...spot, width, height };
    return overlap(there, held) + (at ? overlap(there, at) : 0);
  };
  let best: Point = { x, y };
  for (const spot of [...besides(card, at, screen), ...edges(card, screen)]) if (hides(spot) < hides(best)) best = spot;
  if (best.x === x && best.y === y) return;
  put(card, best);
  // It would point past its target.
  for (const arrow of card.querySelectorAll<HTMLElement>(".arrow")) arrow.hidden = true;
}

/** Where it may stand beside its target. What lies along an edge stays at one. */
function besides(card: HTMLElement, target: Rect | undefined, screen: Rect): readonly Point[] {
  const size = { width: card.offsetWidth, height: card.offsetHeight };
  if (!target || size.width >= screen.width) return [];
  const area = grown(screen, -SCREEN_MARGIN_PX);
  return (["bottom", "top", "end", "start"] as const).map((wanted) =>
    placeCard({ target, card: size, area, wanted, rtl: false, gap: CARD_GAP_PX }),
  );
}

function edges(card: HTMLElement, screen: Rect): readonly Point[] {
  const { x, width, height } = card.getBoundingClientRect();
  const margin = width < screen.width ? SCREEN_MARGIN_PX : 0;
  return [screen.y + margin, screen.y + screen.height - height - margin].map((y) => ({ x, y }));
}
