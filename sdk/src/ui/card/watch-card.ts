import type { Cancel } from "@fanfare/contract/lib/clock";
import type { Target } from "@fanfare/contract/target/target";
import { read } from "../../lib/native.ts";
import { deepActiveElement } from "../dom/focus.ts";
import { inflate, overlap, placeCard, type Rect } from "../dom/placement.ts";
import { viewportBox } from "../dom/visibility.ts";
import { CARD_GAP_PX, SCREEN_MARGIN_PX, SPOTLIGHT_PADDING_PX } from "../limits.ts";
import { visibleScreen } from "../target/reveal.ts";
import { watchTarget } from "../target/watch-target.ts";
import type { Page, Point } from "../types.ts";
import { noticeEndlessMoves } from "./endless-moves.ts";
import { followAnimations } from "./follow-animations.ts";
import { setPosition } from "./position-card.ts";

/**
 * Moves a card that covers `holder`, the focused element, to another side of its target or to the top or bottom of the
 * screen (WCAG 2.4.11). It stays if no position hides less, or if `holder` fills more than half of the screen.
 */
function keepFocusVisible({ window }: Page, card: HTMLElement, target: Element | null, holder: Element): void {
  const { x, y, width, height } = card.getBoundingClientRect();
  const held = viewportBox(holder);
  const screen = visibleScreen(window);
  if (overlap({ x, y, width, height }, held) === 0 || 2 * held.width * held.height > screen.width * screen.height)
    return;
  const at = target ? inflate(viewportBox(target), SPOTLIGHT_PADDING_PX) : undefined;
  const hides = (spot: Point): number => {
    const there = { ...spot, width, height };
    return overlap(there, held) + (at ? overlap(there, at) : 0);
  };
  let best: Point = { x, y };
  for (const spot of [...sidePositions(card, at, screen), ...edgePositions(card, screen)])
    if (hides(spot) < hides(best)) best = spot;
  if (best.x === x && best.y === y) return;
  setPosition(card, best);
  // The arrow would no longer point at the target.
  for (const arrow of card.querySelectorAll<HTMLElement>(".arrow")) arrow.hidden = true;
}

/** Candidate positions next to the target. Sheets stay at an edge. */
function sidePositions(card: HTMLElement, target: Rect | undefined, screen: Rect): readonly Point[] {
  const size = { width: card.offsetWidth, height: card.offsetHeight };
  if (!target || size.width >= screen.width) return [];
  const area = inflate(screen, -SCREEN_MARGIN_PX);
  return (["bottom", "top", "end", "start"] as const).map((wanted) =>
    placeCard({ target, card: size, area, wanted, rtl: false, gap: CARD_GAP_PX }),
  );
}

function edgePositions(card: HTMLElement, screen: Rect): readonly Point[] {
  const { x, width, height } = card.getBoundingClientRect();
  const margin = width < screen.width ? SCREEN_MARGIN_PX : 0;
  return [screen.y + margin, screen.y + screen.height - height - margin].map((y) => ({ x, y }));
}

/** Runs a task now, or once the box is no longer being pressed. A task that is held twice runs once. */
export type UnlessPressed = (task: () => void) => void;

export interface CardWatch {
  /** Call with the target's position, if any. The next move away from it is detected. */
  beforeLayout(box: Rect | null): void;
  afterLayout(): void;
  readonly unlessPressed: UnlessPressed;
  stop: Cancel;
}

/**
 * Watches a displayed card: closes it when its target changes or becomes unusable, follows layout shifts, and keeps it
 * off the focused element. Loaded after the card is shown.
 */
export function watchCard(
  page: Page,
  card: HTMLElement,
  target: Element | null,
  sought: Target | undefined,
  roots: readonly Node[],
  moved: () => void,
  lost: () => void,
): CardWatch {
  const { document, window } = page;
  const over = new AbortController();
  const unlessPressed = holdWhilePressed(page, card, over.signal);
  const stir = (): void => unlessPressed(moved);
  const forget = target && sought && watchTarget(page, target, sought, () => unlessPressed(lost));
  // The page may remove the card along with its container, such as a replaced body or dialog.
  const check = (): void => {
    if (!(over.signal.aborted || (card.isConnected && (target ?? card).isConnected))) lost();
  };
  // It may have happened while this was loading.
  page.clock.after(0, check);
  const removals = new window.MutationObserver(check);
  for (const root of roots) removals.observe(root, { subtree: true, childList: true });
  const detector = target && createMoveDetector(page, target, stir);
  window.addEventListener("focusin", stir, { capture: true, signal: over.signal });
  const onEndless = (): void => {
    // If it can't be loaded, nothing is reported.
    import("../overlay/blocked-input.ts")
      .then(({ tellObstruction }) => tellObstruction(page, card, "target_moving"))
      .catch(() => {});
  };
  const lookForAnimations = target && followAnimations(page, target, roots, stir, over.signal);
  const noticeMove = noticeEndlessMoves(page, onEndless, over.signal);
  return {
    beforeLayout(box) {
      detector?.watchFrom(box);
      noticeMove(box);
    },
    afterLayout() {
      lookForAnimations?.();
      const root = card.getRootNode();
      const host = root instanceof window.ShadowRoot ? root.host : card;
      const holder = host.matches(":focus-within") ? null : deepActiveElement(document);
      if (holder) keepFocusVisible(page, card, target, holder);
    },
    unlessPressed,
    stop() {
      forget?.();
      removals.disconnect();
      detector?.stop();
      over.abort();
    },
  };
}

/**
 * Holds what would move or replace a control of `box` while it's being pressed: browsers send no click to an element
 * that is gone or elsewhere when the button is released.
 *
 * @param signal Ends it. Held tasks are dropped.
 */
export function holdWhilePressed(
  { window, clock }: Pick<Page, "window" | "clock">,
  box: HTMLElement,
  signal: AbortSignal,
): UnlessPressed {
  const held = new Set<() => void>();
  let pressed = false;
  const release = (): void => {
    pressed = false;
    for (const task of held) {
      held.delete(task);
      if (!signal.aborted) task();
    }
  };
  const early = { capture: true, signal };
  window.addEventListener(
    "pointerdown",
    (event) => {
      pressed = event.composedPath().includes(box);
    },
    early,
  );
  // The click follows in the same task.
  for (const name of ["pointerup", "pointercancel"]) {
    window.addEventListener(name, () => clock.after(0, release), early);
  }
  return (task) => {
    if (pressed) held.add(task);
    else task();
  };
}

/** Intersection thresholds at every percent, to detect that an element moved. */
const PERCENTS = [...Array(101)].map((_, percent) => percent / 100);

/** Detects that a target leaves a position. */
function createMoveDetector(
  { document, window }: Page,
  target: Element,
  moved: () => void,
): { watchFrom(box: Rect | null): void; stop: Cancel } {
  let moves: IntersectionObserver | undefined;
  const stop = (): void => moves?.disconnect();
  return {
    stop,
    watchFrom(box) {
      stop();
      if (!box) return;
      const { x, y, width, height } = box;
      const { clientWidth, clientHeight } = read(document, "documentElement");
      let ratio: number | undefined;
      // The root margin fits the target tightly, so any move changes the ratio.
      const frame = [-y, x + width - clientWidth, y + height - clientHeight, -x].map((px) => `${Math.floor(px)}px`);
      moves = new window.IntersectionObserver(
        ([entry]) => {
          ratio ??= entry?.intersectionRatio;
          if (entry?.intersectionRatio !== ratio) moved();
        },
        // For targets inside a frame, only the top-level viewport can be the root.
        {
          root: read(target, "ownerDocument") === document ? document : null,
          rootMargin: frame.join(" "),
          threshold: PERCENTS,
        },
      );
      moves.observe(target);
    },
  };
}
