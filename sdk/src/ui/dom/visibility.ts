import { call, read } from "../../lib/native.ts";
import type { Rect } from "./placement.ts";

/** Same-site frames that were searched for targets, by their documents. */
const frame_elements = new WeakMap<Node, HTMLElement>();

/** The document of a frame if this page may access it; otherwise null. */
export function frameDocument(element: Element): Document | null {
  // No form is a frame, even if a field replaces this member of it.
  if (element.localName !== "iframe") return null;
  const frame = element as HTMLIFrameElement;
  const { contentDocument } = frame;
  if (contentDocument) frame_elements.set(contentDocument, frame);
  return contentDocument;
}

/** The element's position in pixels of the top-level viewport, across frames. */
export function viewportBox(element: Element): Rect {
  const { x, y, width, height } = call(element, "getBoundingClientRect");
  const frame = frame_elements.get(read(element, "ownerDocument"));
  if (!frame) return { x, y, width, height };
  const around = viewportBox(frame);
  const scale = around.width / frame.offsetWidth || 1;
  const place = (start: number, own: number, border: number): number => start + (own + border) * scale;
  return {
    x: place(around.x, x, frame.clientLeft),
    y: place(around.y, y, frame.clientTop),
    width: width * scale,
    height: height * scale,
  };
}

/** True if rendered with a size and not inert. Elements outside the viewport count as visible. */
export function isVisible(element: Element): boolean {
  const { width, height } = call(element, "getBoundingClientRect");
  return (
    width * height > 0 &&
    call(element, "checkVisibility", { checkOpacity: true, checkVisibilityCSS: true }) &&
    !call(element, "closest", "[inert]")
  );
}

/** `node` and its rendered ancestors, innermost first: elements, slots, shadow roots, the document, and frames. */
export function ancestorChain(node: Node | null): readonly Node[] {
  const around: Node[] = [];
  for (let at = node; at; ) {
    around.push(at);
    // Documents have no slot, and fragments no host: both read as undefined.
    at =
      read(at as Element, "assignedSlot") ??
      read(at, "parentNode") ??
      (read(at, "nodeType") === 11 ? read(at as ShadowRoot, "host") : frame_elements.get(at)) ??
      null;
  }
  return around;
}
