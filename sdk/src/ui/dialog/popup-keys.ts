import type { Cancel } from "@fanfare/contract/lib/clock";
import { moveFocus } from "../dom/focus.ts";
import type { Guard } from "../dom/guard.ts";
import { isBehindModal } from "../dom/page-modals.ts";
import { isEditable, tabbable } from "../dom/tab-stops.ts";
import type { UiRoot } from "../overlay/ui-root.ts";
import type { Page } from "../types.ts";

export interface PopupKeys {
  target(): Element | null;
  /** The hint's tab stops, in order. Hidden elements are excluded. */
  shown(): readonly HTMLElement[];
  /** Returns whether there was something to close. `inside`: focus is in the hint or on its target. */
  escape(inside: boolean): boolean;
  /** Called on a pointer press anywhere on the page outside the hint. */
  pressedOutside(): void;
}

/**
 * Inserts a hint into the tab order after its target. No focus trap; in editable elements, only Tab is handled. Events
 * that the page has already handled (`preventDefault`) are ignored.
 */
export function listenToPopupKeys(page: Page, root: UiRoot, guard: Guard, hint: PopupKeys): Cancel {
  const { document, window } = page;
  const theirs = (): readonly HTMLElement[] => {
    const target = hint.target();
    return target === null ? [] : tabbable(target);
  };
  const ours = (): readonly HTMLElement[] => hint.shown().flatMap(tabbable);
  const isTab = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean =>
    key === "Tab" && !altKey && !ctrlKey && !metaKey;

  const inHint = guard((event: KeyboardEvent): void => {
    if (event.key === "Escape" && !event.isComposing && hint.escape(true)) event.preventDefault();
    if (!isTab(event)) return;
    const stops: readonly (Element | null)[] = ours();
    const at = stops.indexOf(root.shadow.activeElement);
    const last = theirs().at(-1);
    if (event.shiftKey) {
      if (at <= 0 && moveFocus(last)) event.preventDefault();
    } else if (at === stops.length - 1) {
      // The browser then continues with what follows the target.
      moveFocus(last);
    }
  });

  const inPage = guard((event: KeyboardEvent): void => {
    const [from] = event.composedPath();
    if (event.defaultPrevented || event.isComposing || !(from instanceof window.Element)) return;
    if (isTab(event) && !event.shiftKey && from === theirs().at(-1) && moveFocus(ours()[0])) event.preventDefault();
    if (event.key !== "Escape" || isEditable(from)) return;
    // A dialog opened above the hint handles the key.
    if (isBehindModal(document, root)) return;
    if (hint.escape(hint.target()?.contains(from) === true)) event.preventDefault();
  });

  const onPress = guard((event: PointerEvent): void => {
    if (!event.composedPath().includes(root.host)) hint.pressedOutside();
  });

  root.view.addEventListener("keydown", inHint);
  if (!page.passive) window.addEventListener("keydown", inPage);
  window.addEventListener("pointerdown", onPress, true);
  return () => {
    root.view.removeEventListener("keydown", inHint);
    window.removeEventListener("keydown", inPage);
    window.removeEventListener("pointerdown", onPress, true);
  };
}
