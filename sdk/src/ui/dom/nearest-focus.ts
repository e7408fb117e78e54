import { deepActiveElement, moveFocus } from "./focus.ts";

const HEADINGS = "h1,h2,h3,h4,h5,h6,[role=heading]";
const LANDMARKS = "main,[role=main],[role=region],[role=dialog],dialog,section,article,aside,nav";

/**
 * Gives the focus to what stands in the place of `opener`, which does not take it: what has its id now, else `target`, else the
 * first heading in the innermost part of the page that is left of `around`, inner first, or that part where it has none; else
 * the page's first heading, or its main part. What takes no focus takes it for this moment alone: once the focus has gone on,
 * nothing is left of that. Not from somebody who has gone on already.
 */
export function focusNearest(opener: Element, target: Element | null | undefined, around: readonly Node[]): void {
  const { id, ownerDocument: document } = opener;
  if (deepActiveElement(document)) return;
  if ([id === "" ? null : document.getElementById(id), target].some(moveFocus)) return;
  const parts = around.filter(
    (each): each is Element => each.isConnected && "matches" in each && (each as Element).matches(LANDMARKS),
  );
  const places = [...parts, document.body].flatMap((part) => [...part.querySelectorAll(HEADINGS), part]);
  for (const place of [...places, ...document.querySelectorAll("main,[role=main]")]) {
    if (place !== document.body && place.checkVisibility() && focusTemporarily(place)) return;
  }
}

/** Gives an element the focus, which it can be given for as long as it has it. */
function focusTemporarily(place: Element): boolean {
  if (moveFocus(place)) return true;
  place.setAttribute("tabindex", "-1");
  const giveUp = (): void => {
    // The window lost it, and will have it again.
    if ((place.getRootNode() as Document | ShadowRoot).activeElement === place) return;
    place.removeAttribute("tabindex");
    place.removeEventListener("blur", giveUp);
  };
  if (moveFocus(place)) place.addEventListener("blur", giveUp);
  else giveUp();
  return place.hasAttribute("tabindex");
}
