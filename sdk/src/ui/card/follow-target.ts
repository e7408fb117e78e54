import type { Cancel } from "@fanfare/contract/lib/clock";
import type { Target } from "@fanfare/contract/target/target";
import { call, read } from "../../lib/native.ts";
import type { Rect } from "../dom/placement.ts";
import { ancestorChain } from "../dom/visibility.ts";
import { APPEARED_MS } from "../limits.ts";
import type { Page } from "../types.ts";
import type { CardWatch } from "./watch-card.ts";

export interface TargetFollower {
  /** Call before each layout with the target's position, if any. The next move away from it is detected. */
  beforeLayout(box: Rect | null): void;
  afterLayout(): void;
  /** Lays out again, once the card isn't being pressed. */
  stir(): void;
  stop: Cancel;
}

/**
 * Detects when a displayed step may have to move (scrolling at any depth, resizing, layout shifts) and when the target
 * no longer matches `sought`. Keeps the card clear of the focused element. Event-driven: requests no frames and
 * measures nothing while nothing changes.
 */
export function followTarget(
  page: Page,
  target: Element | null,
  card: HTMLElement,
  moved: () => void,
  lost: () => void,
  sought?: Target,
): TargetFollower {
  const { window, clock } = page;
  /** Null after `stop`. */
  let attended: CardWatch | null | undefined;
  const stir = (): void => (attended ? attended.unlessPressed(moved) : moved());
  // Documents and shadow roots.
  const roots = ancestorChain(target ?? card).filter((each) => read(each, "nodeType") > 8);

  const sizes = new window.ResizeObserver(() => {
    // A target without a box is hidden, perhaps for good: locate it again.
    if (target && call(target, "getClientRects").length === 0) lost();
    else stir();
  });
  sizes.observe(card);
  if (target) sizes.observe(target);

  clock.after(APPEARED_MS, () =>
    import("./watch-card.ts").then(
      ({ watchCard: attend }) => {
        if (attended === null) return;
        attended = attend(page, card, target, sought, roots, moved, lost);
        moved();
      },
      // If it can't be loaded, the card stays in its position.
      () => {},
    ),
  );

  // The window also receives events of its document, the last root, so each event is handled once.
  const movers: readonly (EventTarget | null)[] = [...roots.slice(0, -1), window, window.visualViewport];
  const over = new AbortController();
  for (const name of ["scroll", "resize"]) {
    for (const mover of movers) mover?.addEventListener(name, stir, { capture: true, signal: over.signal });
  }

  return {
    beforeLayout: (box) => attended?.beforeLayout(box),
    afterLayout: () => attended?.afterLayout(),
    stir,
    stop() {
      attended?.stop();
      attended = null;
      sizes.disconnect();
      over.abort();
    },
  };
}
