const FOCUSABLE =
  "a[href],area[href],button,input,select,textarea,summary,iframe,audio[controls],video[controls],[tabindex],[contenteditable]";
/** Inputs in which nothing is typed. */
const BUTTON_LIKE = "[type=button],[type=submit],[type=reset],[type=image],[type=checkbox],[type=radio],[type=file]";
const EDITABLE_ROLES = ["textbox", "searchbox", "combobox", "listbox", "slider", "spinbutton", "grid", "tree", "menu"];

/** True for an element that reads keys itself: its keys are the page's alone. */
export function isEditable(element: Element): boolean {
  // Of what is no HTML element it is not known.
  const { isContentEditable }: Element & { readonly isContentEditable?: boolean } = element;
  return Boolean(
    isContentEditable ||
      element.matches("textarea,select") ||
      (element.localName === "input" && !element.matches(BUTTON_LIKE)) ||
      element.closest(EDITABLE_ROLES.map((role) => `[role=${role}]`).join()),
  );
}

/** What Tab visits in `element` and itself, in document order. */
export function tabbable(element: Element): readonly HTMLElement[] {
  const inside = [element, ...(element.shadowRoot ?? element).querySelectorAll<HTMLElement>(FOCUSABLE)];
  return inside.filter(
    (each): each is HTMLElement =>
      "tabIndex" in each &&
      Number(each.tabIndex) >= 0 &&
      each.matches(`:is(${FOCUSABLE}):not(:disabled)`) &&
      each.checkVisibility(),
  );
}

/** What scrolls must be reachable by keyboard, and what does not must not be a stop. */
export function updateScrollStop(stop: HTMLElement, scroller: Element = stop): void {
  if (scroller.scrollHeight > scroller.clientHeight) stop.tabIndex = 0;
  else stop.removeAttribute("tabindex");
}
