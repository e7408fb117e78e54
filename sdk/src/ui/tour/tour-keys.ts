import type { Cancel } from "@fanfare/contract/lib/clock";
import { moveFocus } from "../dom/focus.ts";
import type { Guard } from "../dom/guard.ts";
import { isBehindModal } from "../dom/page-modals.ts";
import { isEditable, tabbable } from "../dom/tab-stops.ts";
import { frameDocument } from "../dom/visibility.ts";
import type { UiRoot } from "../overlay/ui-root.ts";
import type { Page } from "../types.ts";

export interface TourKeys {
  /** The target that the person may use now; null when there is none. */
  target(): Element | null;
  /** A step stands there: Tab goes round between card and target. While the tour waits, the page has its keys. */
  open(): boolean;
  escape(): void;
}

/**
 * Tab and Escape, and nothing else: of an editable element no key but Tab is looked at, so that typing is never
 * disturbed. What the page has handled itself (`preventDefault`) is left to it. Frames of the same site are the page too.
 */
export function listenToTourKeys(page: Page, root: UiRoot, box: HTMLElement, guard: Guard, rules: TourKeys): Cancel {
  const { document, window } = page;
  const over = new AbortController();
  const { signal } = over;

  const onTab = (event: KeyboardEvent, from: Element): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || !rules.open()) return;
    const target = rules.target();
    const theirs: readonly (Element | null)[] = target ? tabbable(target) : [];
    // What a page draws itself in a card is a child of the host.
    const round: readonly (Element | null)[] = [...[box, ...root.host.children].flatMap(tabbable), ...theirs];
    const at = round.indexOf(from);
    // From elsewhere, as from the heading, the round begins at its nearer end; `at(-1)` is its last stop.
    const to = event.shiftKey ? round.at(Math.max(at, 0) - 1) : round[(at + 1) % round.length];
    // Between two stops of the target the browser moves: it knows radio groups.
    if (theirs.includes(from) && to && theirs.includes(to)) return;
    // An inert card does not take the focus; then the key stays the browser's.
    if (moveFocus(to)) event.preventDefault();
  };

  const inCard = guard((event: KeyboardEvent): void => {
    if (event.key === "Tab") onTab(event, eventSource(event));
    if (event.key !== "Escape") return;
    // Else the modal dialog around the card would close too.
    event.preventDefault();
    rules.escape();
  });

  const inPage = guard((event: KeyboardEvent): void => {
    const from = eventSource(event);
    const tab = event.key === "Tab";
    if (event.defaultPrevented || event.isComposing || from.nodeType !== 1) return;
    if (!tab && (event.key !== "Escape" || isEditable(from))) return;
    // What was opened over the tour has the keys.
    if ([document, from.ownerDocument].some((each) => isBehindModal(each, root))) return;
    if (tab) onTab(event, from);
    else {
      event.preventDefault();
      rules.escape();
    }
  });

  // Keys do not leave a frame: where the focus goes into one, it is listened to as well.
  const listen = guard((): void => {
    for (let at: Window | null | undefined = window; at; ) {
      at.addEventListener("keydown", inPage, { signal });
      at.addEventListener("blur", listen, { signal });
      const { activeElement }: Document = at.document;
      at = activeElement && frameDocument(activeElement)?.defaultView;
    }
  });

  root.view.addEventListener("keydown", inCard);
  listen();
  return () => over.abort();
}

/** Where a key was pressed, inside of shadow roots too. */
function eventSource(event: KeyboardEvent): Element {
  // Keys go to the element that has the focus; what a script sends elsewhere is told by its `nodeType`.
  return event.composedPath()[0] as Element;
}
