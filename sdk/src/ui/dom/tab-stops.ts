import { call, read } from "../../lib/native.ts";

const FOCUSABLE =
  "a[href],area[href],button,input,select,textarea,summary,iframe,audio[controls],video[controls],[tabindex],[contenteditable]";
const BUTTON_LIKE = "[type=button],[type=submit],[type=reset],[type=image],[type=checkbox],[type=radio],[type=file]";
const EDITABLE_ROLES = ["textbox", "searchbox", "combobox", "listbox", "slider", "spinbutton", "grid", "tree", "menu"];

/** True for elements that handle keys themselves; we must not intercept those. */
export function isEditable(element: Element): boolean {
  return Boolean(
    // Only HTML elements have this property.
    read(element as HTMLElement, "isContentEditable") ||
      call(element, "matches", "textarea,select") ||
      (read(element, "localName") === "input" && !call(element, "matches", BUTTON_LIKE)) ||
      call(element, "closest", EDITABLE_ROLES.map((role) => `[role=${role}]`).join()),
  );
}

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

/** Scrollable pages must be keyboard accessible; others must not be tab stops. */
export function updateScrollStop(stop: HTMLElement, scroller: Element = stop): void {
  if (scroller.scrollHeight > scroller.clientHeight) stop.tabIndex = 0;
  else stop.removeAttribute("tabindex");
}
