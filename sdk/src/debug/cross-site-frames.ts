import { call, read } from "../lib/native.ts";
import { frameDocument } from "../ui/dom/visibility.ts";

/** True for cross-site frames, which aren't searched (docs/decisions/0036). */
export function isCrossSiteFrame(element: Element): boolean {
  return read(element, "localName") === "iframe" && frameDocument(element) === null;
}

export function hasCrossSiteFrame(document: Document): boolean {
  return [...call(document, "querySelectorAll", "iframe")].some(isCrossSiteFrame);
}
