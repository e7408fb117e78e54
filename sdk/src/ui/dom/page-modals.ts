import { call, read } from "../../lib/native.ts";
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
    // Read as the page shows it, because every element is: forms, whose members fields can replace, have no root.
    const inside = element.shadowRoot ?? frames?.(element);
    if (inside && read(element, "localName") !== HOST_NAME && read(inside, "nodeType") !== 1) trees.push(inside);
  };
  if (read(around, "nodeType") === 1) add(around as Element);
  // The list grows during iteration to include nested trees.
  for (const tree of trees) for (const each of call(tree, "querySelectorAll", "*")) add(each);
  return trees;
}

export function queryDeep(document: Document, which: string, roots = searchRoots(document)): readonly Element[] {
  return roots.flatMap((tree) => [...call(tree, "querySelectorAll", which)]);
}

/**
 * The innermost modal matching `which` that contains focus, otherwise one that covers the page. With a target: the
 * innermost around the target, including popovers. `roots`: the document's, if they are known.
 */
export function topmostModal(
  document: Document,
  target: Element | null,
  which = MODALS,
  roots?: readonly SearchRoot[],
): Element | undefined {
  const open = queryDeep(document, target ? `${which},:popover-open` : which, roots);
  // `includes` is safe for any node.
  const isOpen = (node: Node): node is Element => (open as readonly Node[]).includes(node);
  // The order of the top layer isn't readable. Use focus, otherwise the last one in the document.
  return (
    ancestorChain(target ?? deepActiveElement(document)).find(isOpen) ??
    open.findLast((each) => call(each, "matches", COVERING_MODALS))
  );
}

/** Whether a menu or a modal was opened over what a root shows, which may have moved in since: then it has the keys. */
export function isBehindModal(document: Document, { container }: { readonly container: Element }): boolean {
  const over = queryDeep(document, ":popover-open:not([popover=manual])").at(-1) ?? topmostModal(document, null);
  return !!over && !ancestorChain(container).includes(over);
}
