/** The name of our own hosts: what is inside them is never a target. */
export const HOST_NAME = "fanfare-ui";

/** The modal dialog that makes the rest of the page inert, or null. */
export function topmostModal(document: Document): Element | null {
  const open = [...document.querySelectorAll("dialog:modal")];
  // The order of the top layer cannot be read: focus tells it, else the last one in the document.
  return open.findLast((dialog) => dialog.contains(document.activeElement)) ?? open.at(-1) ?? null;
}

/** True for what a person can see and reach: drawn with a size, and not inert. Elsewhere on the page counts as visible. */
export function isVisible(element: Element): boolean {
  if (!element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) return false;
  if (element.closest("[inert]") !== null) return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}

/** `node` and every node that it is drawn in, out of shadow roots. */
export function* outward(node: Node): Generator<Node> {
  for (let at: Node | null = node; at !== null; at = at.parentNode ?? hostOf(at)) yield at;
}

/** True when `outer` contains `inner`, shadow roots or not. */
export function holds(outer: Node, inner: Node): boolean {
  for (const at of outward(inner)) if (at === outer) return true;
  return false;
}

/** The host of a shadow root; null for every other node. */
export function hostOf(node: Node): Element | null {
  // A link has a `host` too, but only a root is a fragment.
  return node.nodeType === 11 && "host" in node ? (node as ShadowRoot).host : null;
}
