import { shownIn } from "../ui/visible.ts";

/** Whether it is a frame of another site, in which nothing is looked for (docs/decisions/0036). */
export function isForeign(element: Element): boolean {
  return element.localName === "iframe" && shownIn(element) === null;
}

/** Whether a lost target may be in a frame of this page that belongs to another site. */
export function hasForeignFrame(document: Document): boolean {
  return [...document.querySelectorAll("iframe")].some(isForeign);
}
