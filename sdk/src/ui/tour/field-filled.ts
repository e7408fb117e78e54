import { call, read } from "../../lib/native.ts";

/** Inputs that have a value even when unchecked. */
const TICK_INPUTS = "input[type=checkbox],input[type=radio]";

/**
 * Whether a field has a value: nonblank text, an option with a value, or a checked box. In contenteditable elements,
 * media counts, too.
 *
 * @example
 * isFilled(checkbox); // checkbox.checked
 */
export function isFilled(field: EventTarget | undefined): boolean {
  if (field === undefined || !("localName" in field)) return false;
  // Only elements have `localName`.
  const element = field as Element;
  // List items and meters have a value of their own, editable or not.
  if (read(element as HTMLElement, "isContentEditable"))
    return hasText(read(element, "textContent")) || call(element, "querySelector", "img,video,audio") !== null;
  if (call(element, "matches", TICK_INPUTS)) return call(element, "matches", ":checked");
  return hasText("value" in element ? read(element, "value") : read(element, "textContent"));
}

/** Editors insert a zero-width space into empty fields. */
function hasText(value: unknown): boolean {
  return (
    String(value)
      .replace(/\u200b/g, "")
      .trim() !== ""
  );
}
