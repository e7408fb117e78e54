import type { Cancel } from "@fanfare/contract/lib/clock";
import { moveFocus } from "../dom/focus.ts";
import type { Guard } from "../dom/guard.ts";
import { isBehindModal } from "../dom/page-modals.ts";
import { isEditable, tabbable } from "../dom/tab-stops.ts";
import type { UiRoot } from "../overlay/ui-root.ts";
import type { Page } from "../types.ts";

export interface PopupKeys {
  target(): Element | null;
  /** Our elements, in order: those that are hidden are no stops. */
  shown(): readonly HTMLElement[];
  /** Answers whether there was anything to close. `inside`: the person is in the hint or at its target. */
  escape(inside: boolean): boolean;
  /** The person pressed somewhere in the page. */
  pressedOutside(): void;
}

/**
 * Puts a hint where it belongs among the stops of Tab: right after its target. Nothing is trapped, and of the keys in an
 * editable element only Tab is looked at. What the page has handled itself (`preventDefault`) is left to it.
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
      // The browser then goes on from there: to what follows the target.
      moveFocus(last);
    }
  });

  const inPage = guard((event: KeyboardEvent): void => {
    const [from] = event.composedPath();
    if (event.defaultPrevented || event.isComposing || !(from instanceof window.Element)) return;
    if (isTab(event) && !event.shiftKey && from === theirs().at(-1) && moveFocus(ours()[0])) event.preventDefault();
    if (event.key !== "Escape" || isEditable(from)) return;
    // A dialog that was opened over the hint has the key.
    if (isBehindModal(document, root)) return;
    if (hint.escape(hint.target()?.contains(from) === true)) event.preventDefault();
  });

  const onPress = guard((event: PointerEvent): void => {
    if (!event.composedPath().includes(root.host)) hint.pressedOutside();
  });

  root.view.addEventListener("keydown", inHint);
  window.addEventListener("keydown", inPage);
  window.addEventListener("pointerdown", onPress, true);
  return () => {
    root.view.removeEventListener("keydown", inHint);
    window.removeEventListener("keydown", inPage);
    window.removeEventListener("pointerdown", onPress, true);
  };
}
