import type { Cancel } from "@fanfare/contract/lib/clock";
import type { Page } from "../ui/types.ts";

/** How long a card may take to find its place, so that what makes room for it moves once. */
const SETTLE_MS = 100;

/** Calls `moved` once a card has found its place, and whenever it has another place or size, or the window has. */
export function watchPlace({ window, clock }: Page, card: Element, moved: () => void): Cancel {
  let pending: Cancel | undefined;
  const stir = (): void => {
    pending ??= clock.after(SETTLE_MS, () => {
      pending = undefined;
      moved();
    });
  };
  const sizes = new window.ResizeObserver(stir);
  sizes.observe(card);
  const moves = new window.MutationObserver(stir);
  moves.observe(card, { attributeFilter: ["class", "style"] });
  window.addEventListener("resize", stir);
  return () => {
    pending?.();
    sizes.disconnect();
    moves.disconnect();
    window.removeEventListener("resize", stir);
  };
}

/**
 * Tries places for a part of the builder until it covers none of these elements. Stays at the place where it covers least.
 *
 * @param places Functions that move `box`, preferred first.
 * @returns Whether it covers none.
 */
export function keepClear(
  box: HTMLElement,
  elements: readonly (Element | null | undefined)[],
  places: readonly (() => void)[],
): boolean {
  let least = Number.POSITIVE_INFINITY;
  let best = places[0];
  for (const place of places) {
    place();
    const own = box.getBoundingClientRect();
    let covered = 0;
    for (const each of elements) covered += each ? commonArea(own, each.getBoundingClientRect()) : 0;
    if (covered >= least) continue;
    least = covered;
    best = place;
    if (covered === 0) return true;
  }
  best?.();
  return false;
}

/** Moves a bar to the other edge of the page while it covers a card. */
export function keepBarClear(bar: HTMLElement, card: Element | undefined): void {
  const is_low = bar.classList.contains("low");
  keepClear(
    bar,
    [card],
    [is_low, !is_low].map((low) => () => bar.classList.toggle("low", low)),
  );
}

function commonArea(one: DOMRect, other: DOMRect): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return width > 0 && height > 0 ? width * height : 0;
}
