import type { Cancel } from "@fanfare/contract/clock";
import { element } from "../ui/element.ts";
import { findByReading } from "../ui/finders.ts";
import { HOST_NAME } from "../ui/modal.ts";
import { outward } from "../ui/visible.ts";
import { type Pointing, type TakeLink, targetLine } from "./content-line.ts";
import { isForeign } from "./foreign-frames.ts";
import { lineOf } from "./line-of.ts";
import { proposeTarget } from "./propose.ts";
import { reasonsOf } from "./reasons.ts";

// With what picks, for it is as large.
export { proposeTarget };

/** What a page would do with the press that picks: nothing of it happens. */
const PRESSES = ["pointerdown", "mousedown", "pointerup", "mouseup", "click"] as const;

export interface Picker {
  /** Begins to pick, or ends it. `take`: the place for which it is picked. */
  toggle(take?: TakeLink): void;
  stop(): void;
}

/** The picker of the panel: `button` begins and ends it, and what was picked stands in `place`. */
export function openPicker(
  document: Document,
  button: HTMLButtonElement,
  place: HTMLElement,
  pointing: Pointing,
  { announce }: { readonly announce: (text: string) => void },
): Picker {
  let cancel: Cancel | undefined;
  const stop = (): void => {
    cancel?.();
    cancel = undefined;
    button.ariaPressed = "false";
  };
  const show = (...lines: readonly HTMLElement[]): void => {
    place.replaceChildren(...lines);
    if (lines.length > 0) place.scrollIntoView({ block: "nearest" });
    announce(lines[0]?.textContent ?? "");
  };
  const toggle = (take?: TakeLink): void => {
    show();
    if (cancel !== undefined) {
      stop();
      return;
    }
    button.ariaPressed = "true";
    show(element(document, "p", "notice", "Press an element of the page, or Enter on it. Escape ends."));
    cancel = pick(document, pointing, (picked) => {
      stop();
      show(...(picked === null ? [] : pickedLines(document, picked, pointing, take)));
      button.focus();
    });
  };
  return { toggle, stop };
}

/**
 * Lets a member point at an element of the page, by pointer or by focus; the page itself hears nothing of the press. `tell`
 * hears of it once: null when Escape was pressed.
 */
function pick(document: Document, { point }: Pointing, tell: (picked: Element | null) => void): Cancel {
  const at = (event: Event): Element | null => {
    const [inner] = event.composedPath();
    if (!(inner instanceof Element) || inner === document.documentElement) return null;
    return outward(inner).some((each) => each.nodeName.toLowerCase() === HOST_NAME) ? null : inner;
  };
  const finish = (picked: Element | null): void => {
    cancel();
    tell(picked);
  };
  const hold = (event: Event): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const follow = (event: Event): void => point(at(event));
  const press = (event: Event): void => {
    const picked = at(event);
    if (picked === null) return;
    hold(event);
    if (event.type === "click") finish(picked);
  };
  // A press in a frame of another site is heard there alone: what this page knows is that the focus went into it.
  const leave = (): void => {
    const { activeElement } = document;
    if (activeElement !== null && isForeign(activeElement)) finish(activeElement);
  };
  const key = (event: KeyboardEvent): void => {
    const picked = event.key === "Enter" ? at(event) : null;
    if (event.key !== "Escape" && (picked === null || picked === document.body)) return;
    hold(event);
    finish(picked);
  };
  const cancel = (): void => {
    point(null);
    for (const name of ["pointermove", "focusin"]) document.removeEventListener(name, follow, true);
    for (const name of PRESSES) document.removeEventListener(name, press, true);
    document.removeEventListener("keydown", key, true);
    document.defaultView?.removeEventListener("blur", leave);
  };
  for (const name of ["pointermove", "focusin"]) document.addEventListener(name, follow, true);
  for (const name of PRESSES) document.addEventListener(name, press, true);
  document.addEventListener("keydown", key, true);
  document.defaultView?.addEventListener("blur", leave);
  return cancel;
}

/** The ways to find what was picked, and the same as text for the console's editor; or that nothing lasting tells it. */
function pickedLines(
  document: Document,
  picked: Element,
  pointing: Pointing,
  take: TakeLink | undefined,
): readonly HTMLElement[] {
  const target = proposeTarget(document, picked);
  const foreign = isForeign(picked)
    ? [element(document, "p", "notice", "In a frame of another site nothing is looked for. This is the frame itself.")]
    : [];
  if (target === null) {
    const advice = "Nothing that lasts tells this element from others. Give it a data-testid, or pick what it is in.";
    return [...foreign, element(document, "p", "notice", advice)];
  }
  const reasons = reasonsOf(target);
  const line = lineOf(document, "the picked element", target, findByReading);
  const strategies = line.strategies.map((each, index) => ({ ...each, reasons: reasons[index] }));
  const copied = element(document, "input", "");
  copied.readOnly = true;
  copied.ariaLabel = "The target, to paste into the console";
  copied.value = JSON.stringify(target);
  copied.addEventListener("focus", () => copied.select());
  const copy = element(document, "button", "", "Copy for the console");
  copy.type = "button";
  copy.addEventListener("click", () => {
    copied.select();
    // Pages without HTTPS have no clipboard: the text is selected, and Ctrl C takes it.
    navigator.clipboard?.writeText(copied.value).catch(() => {});
  });
  return [
    ...foreign,
    ...targetLine(document, { ...line, strategies }, pointing),
    copied,
    copy,
    ...(take === undefined ? [] : [take(target)]),
  ];
}
