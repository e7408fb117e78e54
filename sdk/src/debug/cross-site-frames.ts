import { frameDocument } from "../ui/dom/visibility.ts";

/** Whether it is a frame of another site, in which nothing is looked for (docs/decisions/0036). */
export function isCrossSiteFrame(element: Element): boolean {
  return element.localName === "iframe" && frameDocument(element) === null;
}

/** Whether a lost target may be in a frame of this page that belongs to another site. */
export function hasCrossSiteFrame(document: Document): boolean {
  return [...document.querySelectorAll("iframe")].some(isCrossSiteFrame);
}
