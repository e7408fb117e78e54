import type { Cancel } from "@fanfare/contract/lib/clock";
import { call } from "../../lib/native.ts";
import { deepActiveElement, moveFocus } from "../../ui/dom/focus.ts";
import type { UiRoot } from "../../ui/overlay/ui-root.ts";
import type { Page } from "../../ui/types.ts";

/** F6 moves the focus to the builder, and back to where it was. */
export const FOCUS_KEY = "F6";

type ModeKey = "Digit2" | "Digit4" | "Digit5" | "Digit6" | typeof FOCUS_KEY;

/**
 * Keys with Ctrl and Shift, and F6, by their place on the keyboard. The page doesn't receive them, and its fields no character.
 * Ctrl and Alt together are AltGr, which types letters on many keyboards.
 */
export function listenForModeKeys(window: Window, acts: Readonly<Partial<Record<ModeKey, () => void>>>): Cancel {
  const over = new AbortController();
  const hear = (event: KeyboardEvent): void => {
    const { code, ctrlKey, shiftKey, altKey, metaKey } = event;
    const modified = code === FOCUS_KEY ? !ctrlKey && !shiftKey : ctrlKey && shiftKey;
    if (!modified || altKey || metaKey || !(code in acts)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // Checked two lines above.
    if (!event.repeat) acts[code as ModeKey]?.();
  };
  window.addEventListener("keydown", hear, { capture: true, signal: over.signal });
  return () => over.abort();
}

const shownPart = ({ view }: UiRoot) => view.querySelector<HTMLElement>("[role=region]:not([hidden])");

/** Moves the focus to the part of the builder that is shown. */
export function focusShownPart(root: UiRoot): void {
  const shown = shownPart(root);
  if (shown !== null) shown.tabIndex = -1;
  moveFocus(shown);
}

/**
 * Returns a function that moves the focus between the part of the builder that is shown and the page. If what had the
 * focus is gone, such as a card, it leads to the beginning of the part.
 */
export function createFocusSwitch({ document }: Page, root: UiRoot): () => void {
  let before: HTMLElement | null = null;
  return () => {
    const held = root.shadow.activeElement;
    if (held === null || shownPart(root)?.contains(held) !== true) {
      before = deepActiveElement(document);
      focusShownPart(root);
      // An element of ours.
    } else if (before === null) call(held as HTMLElement, "blur");
    else if (!moveFocus(before)) focusShownPart(root);
  };
}
