import { ancestorChain } from "../dom/visibility.ts";
import type { Page } from "../types.ts";
import { stickyEdge } from "./sticky-edge.ts";

/**
 * Scrolls the start of a tall target to the top of its scroll container, below any sticky header. Loaded with the first
 * target that is too tall to center.
 */
export function revealStart(
  page: Page["window"],
  host: Element,
  target: Element,
  smooth: boolean,
  margin: number,
): void {
  // Frames scroll independently and may have their own headers.
  const window = (target.ownerDocument.defaultView as Page["window"] | null) ?? page;
  const scroller = scrollerOf(target, window);
  const { scrollTop } = scroller;
  target.scrollIntoView({ block: "start", inline: "nearest", behavior: "instant" });
  const { x, y, width } = target.getBoundingClientRect();
  const held = stickyEdge(window, host, x + width / 2, Math.max(y, 0));
  const top = scroller.scrollTop - (held - y) - margin;
  // Nothing is painted in between, so people see a single scroll from the initial position.
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
