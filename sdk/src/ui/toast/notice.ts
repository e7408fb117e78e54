import type { Tone } from "@fanfare/contract/content/tone";
import type { NoticeAction } from "@fanfare/contract/realtime/live-update";
import { read } from "../../lib/native.ts";
import type { Storage } from "../../lib/storage.ts";
import { closeButton } from "../card/dismiss-options.ts";
import { element } from "../dom/element.ts";
import { deepActiveElement, moveFocus } from "../dom/focus.ts";
import { focusRestorer, focusRestorerOnEnter, type RestoreFocus } from "../dom/restore-focus.ts";
import { safeLink } from "../dom/safe-link.ts";
import type { UiRoot } from "../overlay/ui-root.ts";
import type { Labels, Page } from "../types.ts";
import type { EpochSource } from "./toast-history.ts";

/** Storage key for keeping toasts open until dismissed (WCAG 2.2.1). */
export const TOASTS_STAY = "fanfare:toasts_stay";

export interface NoticeOptions extends Page {
  readonly title?: string | undefined;
  readonly text: string;
  readonly tone: Tone;
  /** `stay`: pressing it doesn't close the notice. */
  readonly action?: (NoticeAction & { readonly stay?: boolean | undefined }) | undefined;
  /** `text` as formatted by its author, with links and images. */
  readonly written?: readonly HTMLElement[] | undefined;
  readonly choices?: HTMLElement | undefined;
  readonly style?: string | undefined;
  readonly labels: Labels;
  /** Announced assertively. */
  readonly urgent: boolean;
  /** Doesn't close automatically. */
  readonly stays: boolean;
  /** Stores, across pages, that toasts must not close automatically. */
  readonly storage?: Storage | undefined;
  /** For toasts not stored elsewhere: the person who can read them again while the page is open. */
  readonly history_owner?: EpochSource | undefined;
  /** For recurring unsolicited notices: pauses them for a while. */
  pause?(): void;
  /** `dismissed`: by the close button or a key. */
  on(outcome: "acted" | "dismissed", how?: "close_button" | "escape"): void;
  shown?(box: Element): void;
  /** It closed automatically. */
  expired?(): void;
}

export interface Notice {
  /** Closes the notice without reporting an outcome. */
  close(): void;
  /** Replaces the content in place and keeps focus. */
  change(options: NoticeOptions): void;
}

export function noticeParts(options: NoticeOptions, dismiss: () => void): readonly HTMLElement[] {
  const { document, title, text, written, choices, action, labels, on } = options;
  const text_box = element(document, "div", "words");
  if (title !== undefined) text_box.append(element(document, "strong", "", title));
  text_box.append(...(written ?? [element(document, "span", "", text)]));
  const close = closeButton(document, labels, () => {
    on("dismissed", "close_button");
    dismiss();
  });
  const url = action?.href ? safeLink(action.href, read(document, "baseURI")) : null;
  const act = action && element(document, url === null ? "button" : "a", "act", action.label);
  if (act && "href" in act && url !== null) act.href = url;
  act?.addEventListener("click", () => {
    on("acted");
    if (!action?.stay) dismiss();
  });
  return [text_box, act, close, choices].filter((each) => each !== undefined);
}

/** Replaces the parts of a visible notice. If focus was inside, it moves to the close button. */
export function updateNotice(box: HTMLElement, options: NoticeOptions, dismiss: () => void): void {
  const inside = box.contains(deepActiveElement(options.document));
  box.replaceChildren(...noticeParts(options, dismiss));
  if (inside) moveFocus(box.querySelector(".close"));
}

export function dismissByKey(event: KeyboardEvent, on: NoticeOptions["on"], close: () => void): void {
  if (event.key !== "Escape") return;
  event.preventDefault();
  on("dismissed", "escape");
  close();
}

export function announceNotice(root: UiRoot, options: NoticeOptions): void {
  root.announce(noticeText(options), options.urgent);
}

export function noticeText({ title, text }: NoticeOptions): string {
  return [title, text].filter(Boolean).join(". ");
}

/** Per document: notice areas in the order that F6 visits them, and the function that restores focus. */
const focus_cycles = new WeakMap<
  Document,
  { readonly places: Set<HTMLElement>; giveBack?: RestoreFocus | undefined }
>();

/**
 * F6 moves focus to the notices, cycles through their areas, and then back to the page. Returns a function that removes
 * the listener and restores focus if it's inside.
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
  // The first area handles the page's keys for all.
  const inPage = (event: KeyboardEvent): void => {
    const from = deepActiveElement(document);
    if (!isOurs(event) || stops()[0] !== place || stops().some((each) => each.contains(from))) return;
    // Areas behind a dialog can't be focused.
    if (!stops().some(moveFocus)) return;
    event.preventDefault();
    round.giveBack = focusRestorer(from);
  };
  // Key events inside an area don't reach the window.
  const inPlace = (event: KeyboardEvent): void => {
    if (!isOurs(event)) return;
    event.preventDefault();
    const after = stops().slice(stops().indexOf(place) + 1);
    if (!after.some(moveFocus)) leave();
  };
  window.addEventListener("keydown", inPage);
  place.addEventListener("keydown", inPlace);
  // Focus can also enter by pointer or Tab.
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
