import { call, read } from "../../lib/native.ts";
import { frameDocument } from "./visibility.ts";

/** The focused element, including inside open shadow roots and frames; null if nothing but the body has focus. */
export function deepActiveElement(document: Document): HTMLElement | null {
  let at: Element | null = null;
  for (let tree: Document | ShadowRoot | null = document; tree; ) {
    const inner: Element | null = read(tree, "activeElement");
    at = inner ?? at;
    tree = inner && (read(inner, "shadowRoot") ?? frameDocument(inner));
  }
  return at === read(document, "body") || at === read(document, "documentElement") ? null : (at as HTMLElement | null);
}

/** Moves focus without scrolling. Returns whether it succeeded; inert and hidden elements can't be focused. */
export function moveFocus(to: Element | null | undefined): boolean {
  if (!to || !("focus" in to)) return false;
  call(to as HTMLElement, "focus", { preventScroll: true });
  return hasFocus(to);
}

/** Whether an element has focus in its own tree. */
export function hasFocus(element: Element): boolean {
  return read(call(element, "getRootNode") as Document | ShadowRoot, "activeElement") === element;
}
