import type { Tone } from "@fanfare/contract/content/tone";
import type { NoticeAction } from "@fanfare/contract/realtime/live-update";
import type { Storage } from "../../lib/storage.ts";
import { closeButton } from "../card/dismiss-options.ts";
import { element } from "../dom/element.ts";
import { deepActiveElement, moveFocus } from "../dom/focus.ts";
import { focusRestorer, focusRestorerOnEnter, type RestoreFocus } from "../dom/restore-focus.ts";
import { safeLink } from "../dom/safe-link.ts";
import type { UiRoot } from "../overlay/ui-root.ts";
import type { Labels, Page } from "../types.ts";
import type { EpochSource } from "./toast-history.ts";

/** Under which name it is kept that toasts are to stay until they are dismissed (WCAG 2.2.1). */
export const TOASTS_STAY = "fanfare:toasts_stay";

/** What a toast or a banner says. */
export interface NoticeOptions extends Page {
  readonly title?: string | undefined;
  readonly text: string;
  readonly tone: Tone;
  readonly action?: NoticeAction | undefined;
  /** `text` as its author wrote it, with links and pictures. */
  readonly written?: readonly HTMLElement[] | undefined;
  /** What else is left to the person, and the style of all this. */
  readonly choices?: HTMLElement | undefined;
  readonly style?: string | undefined;
  readonly labels: Labels;
  /** Interrupts what assistive technology is saying. */
  readonly urgent: boolean;
  /** It does not go by itself. */
  readonly stays: boolean;
  /** Where it is kept, over pages, that the person wants none to go by itself. */
  readonly storage?: Storage | undefined;
  /** Of a toast that nothing else keeps: who can read it again while the page is open. */
  readonly history_owner?: EpochSource | undefined;
  /** Of what comes unasked, again and again: the person wants no more of it for a while. */
  pause?(): void;
  /** `dismissed`: by the cross or by a key. */
  on(outcome: "acted" | "dismissed", how?: "close_button" | "escape"): void;
  /** It stands on the screen. */
  shown?(box: Element): void;
  /** It went by itself. */
  expired?(): void;
}

export interface Notice {
  /** Takes it away without a word. */
  close(): void;
  /** It says something else now, in the same place; the focus stays in it. */
  change(options: NoticeOptions): void;
}

/** Title, text, what it offers to do, and the cross. */
export function noticeParts(options: NoticeOptions, dismiss: () => void): readonly HTMLElement[] {
  const { document, title, text, written, choices, action, labels, on } = options;
  const text_box = element(document, "div", "words");
  if (title !== undefined) text_box.append(element(document, "strong", "", title));
  text_box.append(...(written ?? [element(document, "span", "", text)]));
  const close = closeButton(document, labels, () => {
    on("dismissed", "close_button");
    dismiss();
  });
  const url = action?.href ? safeLink(action.href, document.baseURI) : null;
  const act = action && element(document, url === null ? "button" : "a", "act", action.label);
  if (act && "href" in act && url !== null) act.href = url;
  act?.addEventListener("click", () => {
    on("acted");
    dismiss();
  });
  return [text_box, act, close, choices].filter((each) => each !== undefined);
}

/** Puts other parts into a notice that stands there: who had the focus in it keeps it, on its cross. */
export function updateNotice(box: HTMLElement, options: NoticeOptions, dismiss: () => void): void {
  const inside = box.contains(deepActiveElement(options.document));
  box.replaceChildren(...noticeParts(options, dismiss));
  if (inside) moveFocus(box.querySelector(".close"));
}

/** Escape is the cross of a notice. */
export function dismissByKey(event: KeyboardEvent, on: NoticeOptions["on"], close: () => void): void {
  if (event.key !== "Escape") return;
  event.preventDefault();
  on("dismissed", "escape");
  close();
}

/** What is said to assistive technology, once. */
export function announceNotice(root: UiRoot, options: NoticeOptions): void {
  root.announce(noticeText(options), options.urgent);
}

/** A notice in words. */
export function noticeText({ title, text }: NoticeOptions): string {
  return [title, text].filter(Boolean).join(". ");
}

/** By document: places of notices in the order in which F6 visits them, and the way back to where the person was before. */
const focus_cycles = new WeakMap<
  Document,
  { readonly places: Set<HTMLElement>; giveBack?: RestoreFocus | undefined }
>();

/**
 * F6 goes to the notices, from one place to the next and back to where the person was. Answers what gives the key back and
 * returns the focus, when it is in there.
 */
export function listenForF6({ document, window }: Page, place: HTMLElement): () => void {
  const round = focus_cycles.get(document) ?? { places: new Set() };
  focus_cycles.set(document, round);
  round.places.add(place);
  place.tabIndex = -1;
  const stops = (): readonly HTMLElement[] =>
    [...round.places].filter(({ childElementCount }) => childElementCount > 0);
  const isInside = (): boolean => place.contains(deepActiveElement(document));
  const leave = (): void => {
    deepActiveElement(document)?.blur();
    round.giveBack?.();
    round.giveBack = undefined;
  };
  const isOurs = ({ key, defaultPrevented }: KeyboardEvent): boolean => key === "F6" && !defaultPrevented;
  // Of all places the first answers for the page.
  const inPage = (event: KeyboardEvent): void => {
    const from = deepActiveElement(document);
    if (!isOurs(event) || stops()[0] !== place || stops().some((each) => each.contains(from))) return;
    // What is behind a dialog takes no focus.
    if (!stops().some(moveFocus)) return;
    event.preventDefault();
    round.giveBack = focusRestorer(from);
  };
  // What is pressed in there does not come as far as the window.
  const inPlace = (event: KeyboardEvent): void => {
    if (!isOurs(event)) return;
    event.preventDefault();
    const after = stops().slice(stops().indexOf(place) + 1);
    if (!after.some(moveFocus)) leave();
  };
  window.addEventListener("keydown", inPage);
  place.addEventListener("keydown", inPlace);
  // By a press or by Tab they come there, too.
  place.addEventListener("focusin", (event) => {
    round.giveBack = focusRestorerOnEnter(event) ?? round.giveBack;
  });
  return () => {
    window.removeEventListener("keydown", inPage);
    place.removeEventListener("keydown", inPlace);
    round.places.delete(place);
    if (isInside()) leave();
  };
}
