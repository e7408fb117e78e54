import { call, read } from "../../lib/native.ts";
/** Height in pixels of content fixed at the top of the viewport. */
export function fixedHeaderHeight(document: Document, window: Window): number {
  for (
    let at = call(document, "elementFromPoint", window.innerWidth / 2, 1);
    at !== null;
    at = read(at, "parentElement")
  ) {
    if (
      window.getComputedStyle(at).position === "fixed" &&
      call(at, "getBoundingClientRect").height < window.innerHeight / 2
    ) {
      return call(at, "getBoundingClientRect").bottom;
    }
  }
  return 0;
}
