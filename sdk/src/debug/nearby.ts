import { call, read } from "../lib/native.ts";
import { HOST_NAME } from "../ui/dom/page-modals.ts";
import { ancestorChain } from "../ui/dom/visibility.ts";

/** The rendered parent, across shadow roots and same-site frames; undefined for the outermost that can be picked. */
export function parentElement(element: Element): Element | undefined {
  const around = ancestorChain(element).slice(1).find(isElement);
  return around !== undefined && read(around, "localName") !== "html" ? around : undefined;
}

/** The next (1) or previous (-1) element at the center of an element, topmost first; undefined at the end. */
export function elementUnder(element: Element, by: 1 | -1, stack = stackAt(element)): Element | undefined {
  return stack[stack.indexOf(element) + by];
}

/** Elements at the center of an element, topmost first. */
export function stackAt(element: Element): readonly Element[] {
  const { x, y, width, height } = call(element, "getBoundingClientRect");
  const root = call(element, "getRootNode") as Document | ShadowRoot;
  return call(root, "elementsFromPoint", x + width / 2, y + height / 2).filter(
    (each) => read(each, "localName") !== "html" && read(each, "localName") !== HOST_NAME,
  );
}

/** Elements of frames aren't instances of this window's classes. */
export function isElement(node: EventTarget): node is Element {
  return "nodeType" in node && read(node as Node, "nodeType") === 1;
}

/** Whether an event is in what Fanfare shows. */
export function isOurs(event: Event): boolean {
  return event.composedPath().some((each) => isElement(each) && read(each, "localName") === HOST_NAME);
}
