import { type IconName, iconButton } from "../panel/icon.ts";

/** A button that changes a text. */
export function tool(document: Document, label: string, icon: IconName, press: () => void): HTMLButtonElement {
  const made = iconButton(document, icon, label, press);
  // Keeps the selection in the text.
  made.addEventListener("mousedown", (event) => event.preventDefault());
  return made;
}
