import type { Cancel } from "@fanfare/contract/lib/clock";
import { read } from "../../lib/native.ts";
import { moveFocus } from "../dom/focus.ts";
import type { Guard } from "../dom/guard.ts";
import { isBehindModal } from "../dom/page-modals.ts";
import { isEditable, tabbable } from "../dom/tab-stops.ts";
import { frameDocument } from "../dom/visibility.ts";
import type { UiRoot } from "../overlay/ui-root.ts";
import type { Page } from "../types.ts";

export interface TourKeys {
  /**
   * The target that is currently usable, which Tab includes in its cycle; null if there is none. Undefined while the tour
   * waits and the page handles its keys.
   */
  target(): Element | null | undefined;
  /** Returns something if the tour stays. */
  escape(): unknown;
}

/**
 * Handles only Tab and Escape, and in editable elements only Tab, so that typing isn't disturbed. Ignores events that
 * the page handled (`preventDefault`). Includes same-site frames.
 */
export function listenToTourKeys(page: Page, root: UiRoot, box: HTMLElement, guard: Guard, rules: TourKeys): Cancel {
  const { document, window } = page;
  const over = new AbortController();
  const { signal } = over;

  const onTab = (event: KeyboardEvent, from: Element): void => {
    const target = rules.target();
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const theirs: readonly (Element | null | undefined)[] = target ? tabbable(target) : [];
    // Cards rendered by the page are children of the host.
    const round: readonly (Element | null | undefined)[] = [
      ...[box, ...root.host.children].flatMap(tabbable),
      ...theirs,
    ];
    const at = round.indexOf(from);
    // From outside the cycle, such as the heading, start at its nearer end; `at(-1)` is the last stop.
    const to = round.at(event.shiftKey ? Math.max(at, 0) - 1 : (at + 1) % round.length);
    // Between two stops of the target, the browser moves focus, because it handles radio groups.
    if (theirs.includes(from) && theirs.includes(to)) return;
    // An inert card can't be focused; then the browser handles the key.
    if (moveFocus(to)) event.preventDefault();
  };

  const inCard = guard((event: KeyboardEvent): void => {
    if (event.key === "Tab") onTab(event, eventSource(event));
    if (event.key !== "Escape") return;
    // Otherwise, a surrounding modal dialog would close, too.
    event.preventDefault();
    rules.escape();
  });

  const inPage = guard((event: KeyboardEvent): void => {
    const from = eventSource(event);
    const tab = event.key === "Tab";
    if (event.defaultPrevented || event.isComposing || read(from, "nodeType") !== 1) return;
    if (!tab && (event.key !== "Escape" || isEditable(from))) return;
    // Content opened above the tour handles the keys.
    if ([document, read(from, "ownerDocument")].some((each) => isBehindModal(each, root))) return;
    if (tab) onTab(event, from);
    // A tour that stays leaves the key to the page, such as for its own dialog.
    else if (!rules.escape()) event.preventDefault();
  });

  // Key events don't leave a frame, so listen in each frame that receives focus.
  const listen = guard((): void => {
    for (let at: Window | null | undefined = window; at; ) {
      at.addEventListener("keydown", inPage, { signal });
      at.addEventListener("blur", listen, { signal });
      const activeElement: Element | null = read(at.document, "activeElement");
      at = activeElement && frameDocument(activeElement)?.defaultView;
    }
  });

  root.view.addEventListener("keydown", inCard);
  if (!page.passive) listen();
  return () => over.abort();
}

/** The element that received the key, including inside shadow roots. */
function eventSource(event: KeyboardEvent): Element {
  // Key events target the focused element. Events that scripts dispatch elsewhere are filtered by `nodeType`.
  return event.composedPath()[0] as Element;
}
