import { call } from "../../lib/native.ts";
import { inflate, overlap, type Rect } from "../dom/placement.ts";
import { ancestorChain, viewportBox } from "../dom/visibility.ts";
import { LOW_SCREEN_PX } from "../limits.ts";
import type { Page } from "../types.ts";
import { visiblePart } from "./spotlight.ts";

/** The visible part of the page: smaller than the window when zoomed in or with an on-screen keyboard. */
export function visibleScreen(window: Window): Rect {
  const seen = window.visualViewport;
  return seen
    ? { x: seen.offsetLeft, y: seen.offsetTop, width: seen.width, height: seen.height }
    : { x: 0, y: 0, width: window.innerWidth, height: window.innerHeight };
}

/**
 * Scrolls the target into view with a `margin` in pixels. Does nothing if most of it is visible and its middle isn't
 * covered. On low screens, scrolls to where the card has the most room.
 */
export function reveal(
  { document, window }: Page,
  host: Element,
  target: Element,
  parents: readonly Element[],
  smooth: boolean,
  margin = 0,
): void {
  const box = viewportBox(target);
  const { width, height } = inflate(box, margin);
  const screen = visibleScreen(window);
  const seen = visiblePart(box, parents, screen, margin);
  // A target larger than the screen counts as visible when it fills half of it.
  const enough = Math.min(width, screen.width / 2) * Math.min(height, screen.height / 2);
  const above = call(document, "elementsFromPoint", seen.x + seen.width / 2, seen.y + seen.height / 2).find(
    (each) => each !== host,
  );
  // A sticky header may cover it.
  const covered = above && !call(target, "contains", above) && !ancestorChain(target).includes(above);
  const low = screen.height < LOW_SCREEN_PX;
  if (!low && overlap(seen, seen) >= enough * 0.95 && !covered) return;
  const scroll = (block: ScrollLogicalPosition): void =>
    call(target, "scrollIntoView", { block, inline: "nearest", behavior: smooth ? "smooth" : "instant" });
  if (height - 2 * margin > screen.height / 2) {
    void import("./reveal-start.ts").then(
      ({ revealStart }) => revealStart(window, host, target, smooth, margin),
      () => scroll("start"),
    );
  } else scroll(low ? "end" : "center");
}
