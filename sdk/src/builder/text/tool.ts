import { button } from "../../ui/dom/element.ts";

/** A button that changes a text. */
export function tool(document: Document, label: string, sign: string, press: () => void): HTMLButtonElement {
  const made = button(document, "icon", "", press);
  // Not as text, because it isn't part of the name.
  made.dataset["sign"] = sign;
  made.ariaLabel = label;
  made.title = label;
  // Keeps the selection in the text.
  made.addEventListener("mousedown", (event) => event.preventDefault());
  return made;
}
