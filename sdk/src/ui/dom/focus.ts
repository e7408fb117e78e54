import { frameDocument } from "./visibility.ts";

/** The focused element, including inside open shadow roots and frames; null if nothing but the body has focus. */
export function deepActiveElement(document: Document): HTMLElement | null {
  let at = document.activeElement;
  for (let inner = at; inner; inner = (inner.shadowRoot ?? frameDocument(inner))?.activeElement ?? null) at = inner;
  return at === document.body || at === document.documentElement ? null : (at as HTMLElement | null);
}

/** Moves focus without scrolling. Returns whether it succeeded; inert and hidden elements can't be focused. */
export function moveFocus(to: Element | null | undefined): boolean {
  if (!to || !("focus" in to)) return false;
  (to as HTMLElement).focus({ preventScroll: true });
  return (to.getRootNode() as Document | ShadowRoot).activeElement === to;
}
