import type { Cancel } from "@fanfare/contract/clock";
import { moveFocus } from "./focus.ts";
import type { Guard } from "./guard.ts";
import { topmostModal } from "./modal.ts";
import type { UiRoot } from "./root.ts";
import { isEditable, tabbable } from "./stops.ts";
import type { Page } from "./types.ts";

export interface KeyRules {
  /** The target that the person may use now; null when there is none. */
  target(): Element | null;
  /** A step stands there: Tab goes round between card and target. While the tour waits, the page has its keys. */
  open(): boolean;
  escape(): void;
}

/**
 * Tab and Escape, and nothing else: of an editable element no key but Tab is looked at, so that typing is never
 * disturbed. What the page has handled itself (`preventDefault`) is left to it.
 */
export function listenToKeys(page: Page, root: UiRoot, box: HTMLElement, guard: Guard, rules: KeyRules): Cancel {
  const { document, window } = page;

  const onTab = (event: KeyboardEvent, from: Element | null): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || !rules.open()) return;
    const target = rules.target();
    const theirs: readonly (Element | null)[] = target === null ? [] : tabbable(target);
    const round: readonly (Element | null)[] = [...tabbable(box), ...theirs];
    const at = round.indexOf(from);
    // From elsewhere, as from the heading, the round begins at its nearer end; `at(-1)` is its last stop.
    const to = event.shiftKey ? round.at(Math.max(at, 0) - 1) : round[(at + 1) % round.length];
    // Between two stops of the target the browser moves: it knows radio groups.
    if (theirs.includes(from) && to !== undefined && theirs.includes(to)) return;
    // An inert card does not take the focus; then the key stays the browser's.
    if (moveFocus(to)) event.preventDefault();
  };

  const inCard = guard((event: KeyboardEvent): void => {
    if (event.key === "Tab") onTab(event, root.shadow.activeElement);
    if (event.key !== "Escape") return;
    // Else the modal dialog around the card would close too.
    event.preventDefault();
    rules.escape();
  });

  const inPage = guard((event: KeyboardEvent): void => {
    const [from] = event.composedPath();
    if (event.defaultPrevented || event.isComposing || !(from instanceof window.Element)) return;
    if (event.key === "Tab") onTab(event, from);
    if (event.key !== "Escape" || isEditable(from)) return;
    const modal = topmostModal(document);
    // A dialog that was opened over the tour has the key.
    if (modal !== null && !modal.contains(root.host)) return;
    event.preventDefault();
    rules.escape();
  });

  root.view.addEventListener("keydown", inCard);
  window.addEventListener("keydown", inPage);
  return () => window.removeEventListener("keydown", inPage);
}
