import { call, read } from "../../lib/native.ts";

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

/** Scrollable pages must be keyboard accessible; others must not be tab stops. */
export function updateScrollStop(stop: HTMLElement, scroller: Element = stop): void {
  if (scroller.scrollHeight > scroller.clientHeight) stop.tabIndex = 0;
  else stop.removeAttribute("tabindex");
}
