import type { Cancel } from "@fanfare/contract/clock";
import type { Page } from "./types.ts";
import { outward } from "./visible.ts";

const PASSIVE_CAPTURE = { capture: true, passive: true } as const;

export interface Followed {
  /** Call after each layout with where the target is: the next move away from there is noticed. */
  at(box: DOMRectReadOnly): void;
  stop: Cancel;
}

/**
 * Says when a shown step may have to move: scrolling at any depth, sizes, and anything else that pushes the target
 * away. Event-driven throughout: no frame is requested and nothing is measured while nothing changes.
 */
export function follow(page: Page, target: Element, card: Element, moved: () => void, lost: () => void): Followed {
  const { document, window } = page;
  const roots = [...outward(target)].filter((node) => node.nodeType === 9 || node.nodeType === 11);

  const sizes = new window.ResizeObserver((entries) => {
    // A target without a size is hidden, perhaps for good: it is looked for anew.
    const gone = entries.some(({ target: each, contentRect }) => each === target && isNothing(contentRect, target));
    if (gone) lost();
    else moved();
  });
  sizes.observe(target);
  sizes.observe(card);

  const removals = new window.MutationObserver(() => {
    if (!target.isConnected) lost();
  });
  for (const root of roots) {
    removals.observe(root, { subtree: true, childList: true });
    root.addEventListener("scroll", moved, PASSIVE_CAPTURE);
  }

  let moves: IntersectionObserver | undefined;
  const at = ({ left, top, right, bottom }: DOMRectReadOnly): void => {
    moves?.disconnect();
    const { clientWidth, clientHeight } = document.documentElement;
    let ratio: number | undefined;
    // The observer's frame is drawn tightly around the target: leaving it changes the ratio.
    moves = new window.IntersectionObserver(
      ([entry]) => {
        if (entry === undefined) return;
        ratio ??= entry.intersectionRatio;
        if (entry.intersectionRatio !== ratio) moved();
      },
      {
        root: document,
        rootMargin: [-top, right - clientWidth, bottom - clientHeight, -left]
          .map((px) => `${Math.floor(px)}px`)
          .join(" "),
        threshold: STEPS,
      },
    );
    moves.observe(target);
  };

  return {
    at,
    stop() {
      moves?.disconnect();
      sizes.disconnect();
      removals.disconnect();
      for (const root of roots) root.removeEventListener("scroll", moved, PASSIVE_CAPTURE);
    },
  };
}

const STEPS = Array.from({ length: 101 }, (_, index) => index / 100);

function isNothing(content: DOMRectReadOnly, target: Element): boolean {
  // A link in a line of text has no content box; its drawn box decides.
  return content.width === 0 && content.height === 0 && target.getClientRects().length === 0;
}
