import { deepActiveElement } from "./focus.ts";
import { ancestorChain } from "./visibility.ts";

/** The name of our own hosts: what is inside them is never a target. */
export const HOST_NAME = "fanfare-ui";

/** Our own modal dialogs: all else of ours in the body is a popover. */
export const OWN_MODALS = `body>${HOST_NAME}:not([popover])`;

/** What covers the page. */
export const COVERING_MODALS = "dialog:modal,:fullscreen";
/** What we must be inside of to be usable: the script of the last keeps the focus in. */
export const MODALS = `${COVERING_MODALS},[aria-modal=true]`;

/** What is searched at once: a tree of its own, or a part of one. */
export type SearchRoot = Document | ShadowRoot | Element;

/** `around` and every open shadow root in it but for our own, and what `frames` answers of an element. */
export function searchRoots(
  around: Document | Element,
  frames?: (element: Element) => Document | null,
): readonly SearchRoot[] {
  const trees: SearchRoot[] = [around];
  const add = (element: Element): void => {
    const inside = element.shadowRoot ?? frames?.(element);
    if (inside && element.localName !== HOST_NAME) trees.push(inside);
  };
  if (around.nodeType === 1) add(around as Element);
  // The list grows while it is walked: trees inside of trees follow.
  for (const tree of trees) tree.querySelectorAll("*").forEach(add);
  return trees;
}

/** All of `which`, in open shadow roots too. */
export function queryDeep(document: Document, which: string): readonly Element[] {
  return searchRoots(document).flatMap((tree) => [...tree.querySelectorAll(which)]);
}

/**
 * The innermost of `which` that the person is in, else what covers the page; undefined where nothing does. With a target: the
 * innermost around that, popovers too.
 */
export function topmostModal(document: Document, target: Element | null, which = MODALS): Element | undefined {
  const open = queryDeep(document, target ? `${which},:popover-open` : which);
  // Whether a node is among elements may be asked of any.
  const isOpen = (node: Node): node is Element => (open as readonly Node[]).includes(node);
  // The order of the top layer cannot be read: the focus tells it, else the last one in the document.
  return (
    ancestorChain(target ?? deepActiveElement(document)).find(isOpen) ??
    open.findLast((each) => each.matches(COVERING_MODALS))
  );
}

/** Whether a menu or a modal was opened over what a root shows, which may have moved in since: then it has the keys. */
export function isBehindModal(document: Document, { container }: { readonly container: Element }): boolean {
  const over = queryDeep(document, ":popover-open:not([popover=manual])").at(-1) ?? topmostModal(document, null);
  return !!over && !ancestorChain(container).includes(over);
}
