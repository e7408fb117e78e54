import { call, read } from "../../lib/native.ts";
import { queryDeep, topmostModal } from "./page-modals.ts";
import { ancestorChain } from "./visibility.ts";

const FOCUSABLE =
  "a[href],area[href],button,input,select,textarea,summary,iframe,audio[controls],video[controls],[tabindex],[contenteditable]";

/** Tab stops in `element`, including itself, in document order. */
export function tabbable(element: Element): readonly HTMLElement[] {
  const inside = [element, ...call(read(element, "shadowRoot") ?? element, "querySelectorAll", FOCUSABLE)];
  return inside.filter(
    (each): each is HTMLElement =>
      "tabIndex" in each &&
      Number(read(each, "tabIndex")) >= 0 &&
      call(each, "matches", `:is(${FOCUSABLE}):not(:disabled)`) &&
      call(each, "checkVisibility"),
  );
}

/** Whether a menu or a modal was opened over what a root shows, which may have moved in since: then it has the keys. */
export function isBehindModal(document: Document, { container }: { readonly container: Element }): boolean {
  const over = queryDeep(document, ":popover-open:not([popover=manual])").at(-1) ?? topmostModal(document, null);
  return !!over && !ancestorChain(container).includes(over);
}
