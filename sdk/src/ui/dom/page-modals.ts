import { call } from "../../lib/native.ts";
import { deepActiveElement } from "./focus.ts";
import { ancestorChain } from "./visibility.ts";

/** Tag name of our host elements. Elements inside are never targets. */
export const HOST_NAME = "fanfare-ui";

/** Our modal dialogs. All other hosts in the body are popovers. */
export const OWN_MODALS = `body>${HOST_NAME}:not([popover])`;

export const COVERING_MODALS = "dialog:modal,:fullscreen";
/** Modals of Bootstrap 3 and of jQuery UI up to 1.13, which have no `aria-modal`. */
export const UNMARKED_MODALS = ".modal.in,.ui-dialog:has(~.ui-widget-overlay)";
/** Elements that our UI must be inside to be usable. Those with aria-modal trap focus by script. */
export const MODALS = `${COVERING_MODALS},[aria-modal=true],${UNMARKED_MODALS}`;

export type SearchRoot = Document | ShadowRoot | Element;

/** Returns `around`, every open shadow root in it except ours, and the documents that `frames` returns. */
export function searchRoots(
  around: Document | Element,
  frames?: (element: Element) => Document | null,
): readonly SearchRoot[] {
  const trees: SearchRoot[] = [around];
  const add = (element: Element): void => {
    // Read without lib/native.ts, because every element is. A form has no root, but a field may have this name.
    const inside = element.shadowRoot ?? frames?.(element);
    if (inside && element.localName !== HOST_NAME && inside.nodeType !== 1) trees.push(inside);
  };
  // A document has no root.
  add(around as Element);
  // The list grows during iteration to include nested trees.
  for (const tree of trees) {
    const all = call(tree, "querySelectorAll", "*");
    // An iterator takes twice as long, and pages have tens of thousands of elements.
    for (let at = 0; at < all.length; at++) add(all.item(at));
  }
  return trees;
}

/** Roots of the document that was searched last, until the code that runs now ends: it asks several times. */
let known: readonly SearchRoot[] = [];

export function queryDeep(document: Document, which: string): readonly Element[] {
  if (known[0] !== document) {
    known = searchRoots(document);
    queueMicrotask(() => {
      known = [];
    });
  }
  return known.flatMap((tree) => [...call(tree, "querySelectorAll", which)]);
}

/**
 * The innermost modal matching `which` that contains focus, otherwise one that covers the page. With a target: first the
 * innermost around the target, including popovers. A modal that has the focus may take it back from everything outside.
 */
export function topmostModal(document: Document, target: Element | null, which = MODALS): Element | undefined {
  const open = queryDeep(document, target ? `${which},:popover-open` : which);
  // `includes` is safe for any node.
  const isOpen = (node: Node): node is Element => (open as readonly Node[]).includes(node);
  // The order of the top layer isn't readable. Use focus, otherwise the last one in the document.
  return (
    ancestorChain(target ?? deepActiveElement(document)).find(isOpen) ??
    (target ? topmostModal(document, null) : open.findLast((each) => call(each, "matches", COVERING_MODALS)))
  );
}

/** Whether a menu or a modal was opened over what a root shows, which may have moved in since: then it has the keys. */
export function isBehindModal(document: Document, { container }: { readonly container: Element }): boolean {
  const over = queryDeep(document, ":popover-open:not([popover=manual])").at(-1) ?? topmostModal(document, null);
  return !!over && !ancestorChain(container).includes(over);
}
