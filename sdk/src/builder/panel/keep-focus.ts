import type { UiRoot } from "../../ui/overlay/ui-root.ts";
import { accessibleName } from "../../ui/target/accessible-name.ts";

/**
 * Runs a task that may replace controls of the panel. The focus moves to the new control with the same name, otherwise
 * in the same place, so that the next key isn't lost.
 */
export function keepFocus({ shadow }: UiRoot, panel: HTMLElement, replace: () => void): void {
  const held = shadow.activeElement;
  if (held === null || !panel.contains(held)) {
    replace();
    return;
  }
  const alike = (): readonly Element[] => [...panel.querySelectorAll(held.localName)];
  const before = alike();
  const index = before.indexOf(held);
  const name = accessibleName(held);
  // Undefined for buttons, and null for checkboxes.
  const { selectionStart, selectionEnd } = held as HTMLInputElement;
  replace();
  // A control that was disabled while it had the focus keeps it until the next frame, and no key leaves it.
  if (shadow.activeElement?.matches(":not(:disabled)") === true) return;
  const after = alike();
  const same = after.filter((each) => accessibleName(each) === name);
  const in_place = after[index];
  const named = in_place !== undefined && same.includes(in_place) ? in_place : same[0];
  // Elements of the panel with the kind of a control.
  const found = named ?? (after.length === before.length ? in_place : undefined);
  const to = (found?.matches(":disabled") === false ? found : panel) as HTMLInputElement;
  to.focus({ preventScroll: true });
  if (typeof selectionStart === "number" && to !== panel) to.setSelectionRange(selectionStart, selectionEnd);
}

/** Runs a task that hides the edited text of `shadow` for a moment. Fields keep their caret themselves. */
export function keepCaret(window: Window, shadow: ShadowRoot, hide: () => void): void {
  const selection = window.getSelection();
  const caret = selection?.getComposedRanges?.({ shadowRoots: [shadow] })[0];
  hide();
  const host = shadow.activeElement;
  if (!caret || !host?.contains(caret.startContainer)) return;
  selection.setBaseAndExtent(caret.startContainer, caret.startOffset, caret.endContainer, caret.endOffset);
}

/** Returns the control of `root` that just lost the focus to an element; null if none did. */
export type FocusLoser = (taker: Element) => HTMLElement | null;

export function watchFocus({ view }: UiRoot): FocusLoser {
  let last: { readonly from: HTMLElement; readonly to: EventTarget | null } | undefined;
  view.addEventListener("focusout", ({ target, relatedTarget }) => {
    // Only elements of our own tree lose focus inside it.
    last = { from: target as HTMLElement, to: relatedTarget };
  });
  return (taker) => (last?.to === taker ? last.from : null);
}
