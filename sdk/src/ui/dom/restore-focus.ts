import { call } from "../../lib/native.ts";
import { moveFocus } from "./focus.ts";
import { HOST_NAME } from "./page-modals.ts";
import { ancestorChain } from "./visibility.ts";

/** Restores focus. `target`: the target of the content that had focus meanwhile. */
export type RestoreFocus = (target?: Element | null) => void;

/**
 * Returns a function that restores focus to `opener`, which has focus now. If `opener` is gone, focuses the element
 * with the same ID, `target`, or the nearest remaining heading or landmark (WCAG 2.4.3). If only the body had focus,
 * does nothing.
 *
 * @example
 * const giveBack = focusRestorer(deepActiveElement(document));
 * moveFocus(heading);
 * giveBack(target);
 */
export function focusRestorer(opener: Element | null): RestoreFocus {
  const around = ancestorChain(opener);
  return (target) => {
    if (!opener || moveFocus(opener)) return;
    // Rare. If it can't be loaded, focus stays on the body.
    import("./nearest-focus.ts").then(
      ({ focusNearest: focusAround }) => focusAround(opener, target, around),
      () => {},
    );
  };
}

/** Handles `focusin` in our tree: returns a restorer if focus came from the page; undefined if it came from our UI. */
export function focusRestorerOnEnter({ relatedTarget }: FocusEvent): RestoreFocus | undefined {
  // A focus event's related target is an element or null. Selectors don't match outside of our tree.
  const from = relatedTarget as Element | null;
  return from && call(from, "matches", `:root :not(${HOST_NAME})`) ? focusRestorer(from) : undefined;
}
