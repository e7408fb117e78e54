import { ancestorChain } from "../dom/visibility.ts";
import type { Page } from "../types.ts";
import { stickyEdge } from "./sticky-edge.ts";

/**
 * Scrolls the beginning of a high target to the top of what it scrolls in, and below whatever header stays there. Loaded with
 * the first target that is too high for the middle of the screen.
 */
export function revealStart(
  page: Page["window"],
  host: Element,
  target: Element,
  smooth: boolean,
  margin: number,
): void {
  // Frames scroll by themselves, and have headers of their own.
  const window = (target.ownerDocument.defaultView as Page["window"] | null) ?? page;
  const scroller = scrollerOf(target, window);
  const { scrollTop } = scroller;
  target.scrollIntoView({ block: "start", inline: "nearest", behavior: "instant" });
  const { x, y, width } = target.getBoundingClientRect();
  const held = stickyEdge(window, host, x + width / 2, Math.max(y, 0));
  const top = scroller.scrollTop - (held - y) - margin;
  // Nothing is painted in between: a person sees one way, from where the page was.
  scroller.scrollTo({ top: scrollTop, behavior: "instant" });
  scroller.scrollTo({ top, behavior: smooth ? "smooth" : "instant" });
}

function scrollerOf(target: Element, window: Page["window"]): Element {
  const { scrollingElement, documentElement } = target.ownerDocument;
  const around = ancestorChain(target).slice(1);
  const own = around.slice(0, around.indexOf(target.ownerDocument)).find((each): each is Element => {
    if (!(each instanceof window.Element) || each === documentElement || each === scrollingElement) return false;
    return each.scrollHeight > each.clientHeight && /auto|scroll/.test(window.getComputedStyle(each).overflowY);
  });
  return own ?? scrollingElement ?? documentElement;
}
