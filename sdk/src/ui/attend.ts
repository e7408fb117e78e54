import type { Cancel } from "@fanfare/contract/clock";
import type { Target } from "@fanfare/contract/target";
import { focused } from "./focus.ts";
import { keepClear } from "./keep-clear.ts";
import { keepTarget } from "./keep-target.ts";
import type { Page } from "./types.ts";

export interface Attended {
  /** The card was just laid out. */
  laid(): void;
  stop: Cancel;
}

/**
 * What a person needs of a card that stands there, and nobody waits for: that it goes when its target becomes another thing or
 * cannot be used, and that it lies over nothing that has the focus. Loaded once the card is on the screen.
 */
export function attend(
  page: Page,
  card: HTMLElement,
  found: { readonly element: Element; readonly sought: Target } | null,
  moved: () => void,
  lost: () => void,
): Attended {
  const { document, window } = page;
  const forget = found && keepTarget(page, found.element, found.sought, lost);
  window.addEventListener("focusin", moved, true);
  return {
    laid() {
      const root = card.getRootNode();
      const host = root instanceof window.ShadowRoot ? root.host : card;
      const holder = host.matches(":focus-within") ? null : focused(document);
      if (holder) keepClear(page, card, found?.element, holder);
    },
    stop() {
      forget?.();
      window.removeEventListener("focusin", moved, true);
    },
  };
}
