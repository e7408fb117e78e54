import { moveFocus } from "./focus.ts";
import { HOST_NAME } from "./page-modals.ts";
import { ancestorChain } from "./visibility.ts";

/** Gives the focus back. `target`: what that was about which had it meanwhile. */
export type RestoreFocus = (target?: Element | null) => void;

/**
 * The way back to `opener`, which has the focus now. Once that is gone: to what has taken its place under the same id, else to
 * `target`, else to the nearest heading or landmark that is left around it (WCAG 2.4.3). The page as a whole gets nothing back.
 *
 * @example
 * const giveBack = wayBackTo(focused(document));
 * moveFocus(heading);
 * giveBack(target);
 */
export function focusRestorer(opener: Element | null): RestoreFocus {
  const around = ancestorChain(opener);
  return (target) => {
    if (!opener || moveFocus(opener)) return;
    // Rare. Where it cannot be loaded, the focus is with the page as a whole.
    import("./nearest-focus.ts").then(
      ({ focusNearest: focusAround }) => focusAround(opener, target, around),
      () => {},
    );
  };
}

/** The way back of who comes to us (`focusin` in our own tree) from the page; undefined where they come from ours. */
export function focusRestorerOnEnter({ relatedTarget }: FocusEvent): RestoreFocus | undefined {
  // What loses the focus is an element, if there is any. No selector reaches out of our tree.
  const from = relatedTarget as Element | null;
  return from?.matches(`:root :not(${HOST_NAME})`) ? focusRestorer(from) : undefined;
}
