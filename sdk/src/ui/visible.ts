/** True for what a person can see and reach: drawn with a size, and not inert. Elsewhere on the page counts as visible. */
export function isVisible(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return (
    width * height > 0 &&
    element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
    !element.closest("[inert]")
  );
}

/** `node` and all that it is drawn in, inner first: elements, slots, shadow roots, the document. */
export function outward(node: Node): readonly Node[] {
  const around: Node[] = [];
  // A link has a `host` too, but it also has a parent or is no fragment.
  for (let at: Node | null = node; at !== null; ) {
    around.push(at);
    const slot: Node | null = "assignedSlot" in at ? (at as Element).assignedSlot : null;
    const host: Node | null = at.nodeType === 11 ? ((at as ShadowRoot).host ?? null) : null;
    at = slot ?? at.parentNode ?? host;
  }
  return around;
}
