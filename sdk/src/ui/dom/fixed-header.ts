/** How many pixels at the top belong to something that stays there while the page scrolls. */
export function fixedHeaderHeight(document: Document, window: Window): number {
  for (let at = document.elementFromPoint(window.innerWidth / 2, 1); at !== null; at = at.parentElement) {
    if (
      window.getComputedStyle(at).position === "fixed" &&
      at.getBoundingClientRect().height < window.innerHeight / 2
    ) {
      return at.getBoundingClientRect().bottom;
    }
  }
  return 0;
}
