import type { Cancel } from "@fanfare/contract/lib/clock";
import type { Target } from "@fanfare/contract/target/target";
import type { Rect } from "../dom/placement.ts";
import { ancestorChain } from "../dom/visibility.ts";
import type { Page } from "../types.ts";
import type { CardWatch } from "./watch-card.ts";

/** Any step of one percent more or less inside its frame tells that an element has moved. */
const PERCENTS = Array.from({ length: 101 }, (_, percent) => percent / 100);

export interface TargetFollower {
  /** Call with where the target is, where there is one, before each layout: the next move away from there is noticed. */
  beforeLayout(box: Rect | null): void;
  /** Call after each layout. */
  afterLayout(): void;
  stop: Cancel;
}

/**
 * Says when a shown step may have to move: scrolling at any depth, sizes, and anything else that pushes the target
 * away; and when the target is no longer what `sought` names. The card keeps clear of what has the focus. Event-driven
 * throughout: no frame is requested and nothing is measured while nothing changes.
 */
export function followTarget(
  page: Page,
  target: Element | null,
  card: HTMLElement,
  moved: () => void,
  lost: () => void,
  sought?: Target,
): TargetFollower {
  const { document, window } = page;
  // Documents and shadow roots.
  const roots = ancestorChain(target ?? card).filter(({ nodeType }) => nodeType > 8);

  const sizes = new window.ResizeObserver(() => {
    // A target without a box is hidden, perhaps for good: it is looked for anew.
    if (target?.getClientRects().length === 0) lost();
    else moved();
  });
  sizes.observe(card);
  const removals = new window.MutationObserver(() => {
    // The page may throw away the card with all that is around it: a body or a dialog that is replaced.
    if (!(card.isConnected && (target ?? card).isConnected)) lost();
  });
  for (const root of roots) removals.observe(root, { subtree: true, childList: true });
  if (target) sizes.observe(target);

  /** Null: it is over. */
  let attended: CardWatch | null | undefined;
  void import("./watch-card.ts").then(
    ({ watchCard: attend }) => {
      if (attended === null) return;
      attended = attend(page, card, target && sought ? { element: target, sought } : null, moved, lost);
      moved();
    },
    // Without it the card stands where it was put.
    () => {},
  );

  // The window hears its own document's events too, which is the last of the roots: each is heard once.
  const movers: readonly (EventTarget | null)[] = [...roots.slice(0, -1), window, window.visualViewport];
  const over = new AbortController();
  for (const name of ["scroll", "resize"]) {
    for (const mover of movers) mover?.addEventListener(name, moved, { capture: true, signal: over.signal });
  }

  let moves: IntersectionObserver | undefined;
  return {
    beforeLayout(box) {
      moves?.disconnect();
      if (!(target && box)) return;
      const { x, y, width, height } = box;
      const { clientWidth, clientHeight } = document.documentElement;
      let ratio: number | undefined;
      // The frame is drawn tightly around the target: leaving it changes the ratio.
      const frame = [-y, x + width - clientWidth, y + height - clientHeight, -x].map((px) => `${Math.floor(px)}px`);
      moves = new window.IntersectionObserver(
        ([entry]) => {
          ratio ??= entry?.intersectionRatio;
          if (entry?.intersectionRatio !== ratio) moved();
        },
        // Of what a frame shows, only the browser's own window can be the root.
        {
          root: target.ownerDocument === document ? document : null,
          rootMargin: frame.join(" "),
          threshold: PERCENTS,
        },
      );
      moves.observe(target);
    },
    afterLayout: () => attended?.afterLayout(),
    stop() {
      moves?.disconnect();
      attended?.stop();
      attended = null;
      sizes.disconnect();
      removals.disconnect();
      over.abort();
    },
  };
}
