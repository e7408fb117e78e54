/** Height in pixels of content fixed at the top of the viewport. */
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
