import type { Cancel } from "@fanfare/contract/clock";
import type { Page } from "./types.ts";

/**
 * Keeps the page where it is until the answer is called, without a change of any of its elements: a style sheet of our own
 * stands beside the page's. The room of its scroll bar stays, so nothing moves sideways.
 */
export function lockScroll({ document, window }: Page): Cancel {
  const { documentElement: root } = document;
  if (root.scrollHeight <= root.clientHeight) return () => {};
  const sheet = new window.CSSStyleSheet();
  const gutter = window.innerWidth > root.clientWidth ? "scrollbar-gutter:stable!important" : "";
  // What the body says counts for the window only while the root says nothing: else it would become a scroller of its own.
  const theirs = window.getComputedStyle(root).overflowY === "visible" ? "body{overflow:visible!important}" : "";
  sheet.replaceSync(`:root{overflow:hidden!important;${gutter}}${theirs}`);
  document.adoptedStyleSheets.push(sheet);
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  };
}
