import { call } from "../../lib/native.ts";
/**
 * Creates an element with text or element children. The only way to create elements in the SDK, so that text is never
 * parsed as markup.
 *
 * @example
 * element(document, "p", "soft", "Ships ", element(document, "strong", "", "today"));
 */
export function element<Name extends keyof HTMLElementTagNameMap>(
  document: Document,
  name: Name,
  class_name: string,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  // The browser creates the element type of this name.
  const made = call(document, "createElement", name) as HTMLElementTagNameMap[Name];
  if (class_name !== "") made.className = class_name;
  made.append(...children);
  return made;
}

/** A button that calls `press`. */
export function button(
  document: Document,
  class_name: string,
  text: string,
  press: (event: MouseEvent) => void,
): HTMLButtonElement {
  const made = element(document, "button", class_name, text);
  made.type = "button";
  made.addEventListener("click", press);
  return made;
}
