import { call, read } from "../../lib/native.ts";
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
  const window = (read(read(target, "ownerDocument"), "defaultView") as Page["window"] | null) ?? page;
  const scroller = scrollerOf(target, window);
  const { scrollTop } = scroller;
  call(target, "scrollIntoView", { block: "start", inline: "nearest", behavior: "instant" });
  const { x, y, width } = call(target, "getBoundingClientRect");
  const held = stickyEdge(window, host, x + width / 2, Math.max(y, 0));
  const top = scroller.scrollTop - (held - y) - margin;
  // Nothing is painted in between, so people see a single scroll from the initial position.
  // Libraries replace `scrollTo`.
  scroller.scroll({ top: scrollTop, behavior: "instant" });
  scroller.scroll({ top, behavior: smooth ? "smooth" : "instant" });
}

function scrollerOf(target: Element, window: Page["window"]): Element {
  const document = read(target, "ownerDocument");
  const [scrolling, root] = [read(document, "scrollingElement"), read(document, "documentElement")];
  const around = ancestorChain(target).slice(1);
  const own = around.slice(0, around.indexOf(document)).find((each): each is Element => {
    if (!(each instanceof window.Element) || each === root || each === scrolling) return false;
    return (
      read(each, "scrollHeight") > read(each, "clientHeight") &&
      /auto|scroll/.test(window.getComputedStyle(each).overflowY)
    );
  });
  return own ?? scrolling ?? root;
}
