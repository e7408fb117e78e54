/** Inputs whose value is there before anything is chosen. */
const TICK_INPUTS = "input[type=checkbox],input[type=radio]";

/**
 * Whether something is written or chosen in a field: text that is not blank, an option with a value, a tick. Of an editor that
 * is an element of the page, a picture counts too.
 *
 * @example
 * isFilled(checkbox); // checkbox.checked
 */
export function isFilled(field: EventTarget | undefined): boolean {
  if (field === undefined || !("localName" in field)) return false;
  // What has that name is an element.
  const element = field as Element;
  // Of what is no HTML element it is not known.
  const { isContentEditable }: Element & { readonly isContentEditable?: boolean } = element;
  // Items of lists and meters have a value of their own, edited or not.
  if (isContentEditable) return hasText(element.textContent) || element.querySelector("img,video,audio") !== null;
  if (element.matches(TICK_INPUTS)) return element.matches(":checked");
  return hasText("value" in element ? element.value : element.textContent);
}

/** Editors put a space without width where nothing is written. */
function hasText(value: unknown): boolean {
  return (
    String(value)
      .replace(/\u200b/g, "")
      .trim() !== ""
  );
}
