import type { Rect } from "./placement.ts";

/** Same-site frames that were searched for targets, by their documents. */
const frame_elements = new WeakMap<Node, HTMLElement>();

/** The document of a frame if this page may access it; otherwise null. */
export function frameDocument(element: Element): Document | null {
  if (element.localName !== "iframe") return null;
  const frame = element as HTMLIFrameElement;
  const { contentDocument } = frame;
  if (contentDocument) frame_elements.set(contentDocument, frame);
  return contentDocument;
}

/** The element's position in pixels of the top-level viewport, across frames. */
export function viewportBox(element: Element): Rect {
  const { x, y, width, height } = element.getBoundingClientRect();
  const frame = frame_elements.get(element.ownerDocument);
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
  const { width, height } = element.getBoundingClientRect();
  return (
    width * height > 0 &&
    element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
    !element.closest("[inert]")
  );
}

/** `node` and its rendered ancestors, innermost first: elements, slots, shadow roots, the document, and frames. */
export function ancestorChain(node: Node | null): readonly Node[] {
  const around: Node[] = [];
  // An anchor has a `host` property, too, but it has a parent or isn't a fragment.
  for (let at = node; at; ) {
    around.push(at);
    const slot: Node | null = "assignedSlot" in at ? (at as Element).assignedSlot : null;
    const host: Node | null = at.nodeType === 11 ? ((at as ShadowRoot).host ?? null) : (frame_elements.get(at) ?? null);
    at = slot ?? at.parentNode ?? host;
  }
  return around;
}
