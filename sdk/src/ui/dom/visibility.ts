import type { Rect } from "./placement.ts";

/** The frames of this site into which targets were looked for, by the documents that they show. */
const frame_elements = new WeakMap<Node, HTMLElement>();

/** What a frame shows, where the browser lets this page see it: a document of its own site. */
export function frameDocument(element: Element): Document | null {
  if (element.localName !== "iframe") return null;
  const frame = element as HTMLIFrameElement;
  const { contentDocument } = frame;
  if (contentDocument) frame_elements.set(contentDocument, frame);
  return contentDocument;
}

/** Where an element is, in pixels of the page's own viewport, whatever frames it is in. */
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

/** True for what a person can see and reach: drawn with a size, and not inert. Elsewhere on the page counts as visible. */
export function isVisible(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return (
    width * height > 0 &&
    element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
    !element.closest("[inert]")
  );
}

/** `node` and all that it is drawn in, inner first: elements, slots, shadow roots, the document, and frames around that. */
export function ancestorChain(node: Node | null): readonly Node[] {
  const around: Node[] = [];
  // A link has a `host` too, but it also has a parent or is no fragment.
  for (let at = node; at; ) {
    around.push(at);
    const slot: Node | null = "assignedSlot" in at ? (at as Element).assignedSlot : null;
    const host: Node | null = at.nodeType === 11 ? ((at as ShadowRoot).host ?? null) : (frame_elements.get(at) ?? null);
    at = slot ?? at.parentNode ?? host;
  }
  return around;
}
