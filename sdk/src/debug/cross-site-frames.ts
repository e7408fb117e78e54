import { frameDocument } from "../ui/dom/visibility.ts";

/** True for cross-site frames, which aren't searched (docs/decisions/0036). */
export function isCrossSiteFrame(element: Element): boolean {
  return element.localName === "iframe" && frameDocument(element) === null;
}

export function hasCrossSiteFrame(document: Document): boolean {
  return [...document.querySelectorAll("iframe")].some(isCrossSiteFrame);
}
