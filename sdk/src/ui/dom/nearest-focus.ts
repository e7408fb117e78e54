import { call, read } from "../../lib/native.ts";
import { deepActiveElement, hasFocus, moveFocus } from "./focus.ts";

const HEADINGS = "h1,h2,h3,h4,h5,h6,[role=heading]";
const LANDMARKS = "main,[role=main],[role=region],[role=dialog],dialog,section,article,aside,nav";

/**
 * Moves focus near `opener`, which can no longer be focused. Candidates in order: the element with the same ID,
 * `target`, and the first heading in the innermost remaining ancestor of `around` (or that ancestor itself). Then the
 * page's first heading or its main landmark. Elements that aren't focusable become so only until they lose focus. Does
 * nothing if focus has already moved elsewhere.
 */
export function focusNearest(opener: Element, target: Element | null | undefined, around: readonly Node[]): void {
  const document = read(opener, "ownerDocument");
  const id = read(opener, "id");
  if (deepActiveElement(document)) return;
  if ([id === "" ? null : call(document, "getElementById", id), target].some(moveFocus)) return;
  const parts = around.filter(
    (each): each is Element =>
      read(each, "isConnected") && "matches" in each && call(each as Element, "matches", LANDMARKS),
  );
  const body = read(document, "body");
  const places = [...parts, body].flatMap((part) => [...call(part, "querySelectorAll", HEADINGS), part]);
  for (const place of [...places, ...call(document, "querySelectorAll", "main,[role=main]")]) {
    if (place !== body && call(place, "checkVisibility") && focusTemporarily(place)) return;
  }
}

/** Makes an element focusable while it has focus. */
function focusTemporarily(place: Element): boolean {
  if (moveFocus(place)) return true;
  call(place, "setAttribute", "tabindex", "-1");
  const giveUp = (): void => {
    // Only the window lost focus; the element will get it back.
    if (hasFocus(place)) return;
    call(place, "removeAttribute", "tabindex");
    call(place, "removeEventListener", "blur", giveUp);
  };
  if (moveFocus(place)) call(place, "addEventListener", "blur", giveUp);
  else giveUp();
  return call(place, "hasAttribute", "tabindex");
}
