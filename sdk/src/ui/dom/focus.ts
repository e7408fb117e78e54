import { frameDocument } from "./visibility.ts";

/** The element that has the focus, inside of open shadow roots and frames too; null when it is the page as a whole. */
export function deepActiveElement(document: Document): HTMLElement | null {
  let at = document.activeElement;
  for (let inner = at; inner; inner = (inner.shadowRoot ?? frameDocument(inner))?.activeElement ?? null) at = inner;
  return at === document.body || at === document.documentElement ? null : (at as HTMLElement | null);
}

/** Moves the focus without scrolling; true when it arrived. What is inert or hidden does not take it. */
export function moveFocus(to: Element | null | undefined): boolean {
  if (!to || !("focus" in to)) return false;
  (to as HTMLElement).focus({ preventScroll: true });
  return (to.getRootNode() as Document | ShadowRoot).activeElement === to;
}
