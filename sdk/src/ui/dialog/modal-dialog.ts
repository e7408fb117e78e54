import type { Cancel } from "@fanfare/contract/lib/clock";
import { read } from "../../lib/native.ts";
import { CARD_STYLE } from "../card/card-style.ts";
import { element } from "../dom/element.ts";
import { deepActiveElement, moveFocus } from "../dom/focus.ts";
import type { Guard } from "../dom/guard.ts";
import { focusRestorer, type RestoreFocus } from "../dom/restore-focus.ts";
import { tabbable } from "../dom/tab-stops.ts";
import { LOOK_GAP_MS } from "../limits.ts";
import type { UiRoot } from "../overlay/ui-root.ts";
import type { Page } from "../types.ts";

/**
 * Prevents page scrolling until the returned function is called, using an extra stylesheet and no changes to page
 * elements. Keeps the scroll bar gutter, so nothing shifts sideways.
 */
function lockScroll({ document, window }: Page): Cancel {
  const root = read(document, "documentElement");
  if (root.scrollHeight <= root.clientHeight) return () => {};
  const sheet = new window.CSSStyleSheet();
  const gutter = window.innerWidth > root.clientWidth ? "scrollbar-gutter:stable!important" : "";
  // The body's overflow applies to the viewport only while the root's is visible. Otherwise, the body would become a
  // scroll container.
  const theirs = window.getComputedStyle(root).overflowY === "visible" ? "body{overflow:visible!important}" : "";
  sheet.replaceSync(`:root{overflow:hidden!important;${gutter}}${theirs}`);
  const sheets = read(document, "adoptedStyleSheets");
  sheets.push(sheet);
  return () => void sheets.splice(sheets.indexOf(sheet), 1);
}

export interface ModalDialog {
  readonly box: HTMLDialogElement;
  /** Shows the dialog above any open modal of the page. Focus moves to `first`. While it's edited, it isn't modal. */
  show(first: () => HTMLElement): void;
  /** Removes the dialog and restores the page, scroll position, and focus. */
  remove(): void;
}

/**
 * Creates a native modal dialog in `root`. The browser makes the page inert, so no page attribute changes. Tab cycles
 * inside. Escape and clicks on the backdrop call `leave`, and the caller decides what happens.
 *
 * @example
 * const dialog = buildModalDialog(page, openRoot(page, MODAL_STYLE), guard, (reason) => end(reason));
 * dialog.box.append(card);
 * dialog.show(() => heading);
 */
export function buildModalDialog(
  page: Page,
  root: UiRoot,
  guard: Guard,
  leave: (reason: "escape" | "outside_click") => void,
): ModalDialog {
  const { document, window, clock, passive } = page;
  const { host, shadow, view } = root;
  const box = element(document, "dialog", "modal");
  let unlock: Cancel = () => {};
  let restoreFocus: RestoreFocus = () => {};
  listenForLeave(box, shadow, guard, leave);

  const watch = new window.MutationObserver(() => {
    // A page that replaces its body removes the dialog with it.
    if (!host.isConnected) clock.after(LOOK_GAP_MS, raise);
  });
  let first: () => HTMLElement = () => box;
  const raise = (): void => {
    if (host.isConnected) return;
    if (passive) {
      root.mount(null);
      box.open = true;
      return;
    }
    // Append to the body, not to one of the page's dialogs, which may close.
    host.popover = null;
    read(document, "body").append(host);
    view.style.zoom = String(1 / (host.currentCSSZoom ?? 1));
    // The dialog was removed while open, so its state must be reset. A close event would end it.
    box.open = false;
    const begin = first();
    // With `autofocus`, focus goes there directly instead of via the first button.
    begin.autofocus = true;
    box.showModal();
    begin.autofocus = false;
    moveFocus(begin);
  };

  return {
    box,
    show(is_shown) {
      first = is_shown;
      if (!passive) restoreFocus = focusRestorer(deepActiveElement(document));
      view.append(box);
      unlock = lockScroll(page);
      raise();
      watch.observe(document, { subtree: true, childList: true });
    },
    remove() {
      watch.disconnect();
      unlock();
      if (box.open) box.close();
      root.remove();
      restoreFocus();
    },
  };
}

/** Traps Tab. Escape, a back gesture, and a click outside the card close the dialog. */
function listenForLeave(
  box: HTMLDialogElement,
  shadow: ShadowRoot,
  guard: Guard,
  leave: (reason: "escape" | "outside_click") => void,
): void {
  let pressed: EventTarget | null = null;
  const onTab = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const round: readonly (Element | null)[] = tabbable(box).filter((each) => !each.closest("[inert]"));
    const at = round.indexOf(shadow.activeElement);
    // The browser moves focus within the list; past its ends it would move to the browser UI.
    const to = event.shiftKey ? at <= 0 && round.at(-1) : at === round.length - 1 && round[0];
    if (to && moveFocus(to)) event.preventDefault();
  };
  box.addEventListener(
    "keydown",
    guard((event: KeyboardEvent) => {
      if (event.key === "Tab") onTab(event);
      if (event.key !== "Escape" || event.isComposing) return;
      event.preventDefault();
      leave("escape");
    }),
  );
  // A back gesture fires `cancel`. If the browser doesn't allow preventing it, the dialog is already closed.
  for (const name of ["cancel", "close"]) {
    box.addEventListener(
      name,
      guard((event: Event) => {
        event.preventDefault();
        leave("escape");
      }),
    );
  }
  // Text selection that ends outside the card is not a backdrop click.
  box.addEventListener("pointerdown", ({ target }) => {
    pressed = target;
  });
  box.addEventListener(
    "click",
    guard(({ target }: MouseEvent) => {
      if (target === box && pressed === box) leave("outside_click");
    }),
  );
}

/** The dialog covers the screen and holds one `.card`, which is a bottom sheet on narrow screens. */
export const MODAL_STYLE = `${CARD_STYLE}
.modal{width:100%;height:100%;max-width:100%;max-height:100%;border:0;padding:1.5em 1em;place-items:center;
background:none;color:var(--ink);overflow:hidden;overscroll-behavior:contain;pointer-events:auto}
.modal[open]{display:grid}
.modal:focus{outline:0}
.modal::backdrop{background:#0d0e158f}
.card,.frame{display:flex;flex-direction:column;min-height:0}
.card{position:relative;width:min(30em,100%);max-height:100%;overflow:hidden;border-radius:16px}
h2{font-size:1.3em}
.foot{padding:1em 1.7em 1.2em}
@media (max-width:480px){.modal{padding:1em 0 0;align-items:end;--toasts:1em 60%}.card{width:100%;border-radius:18px 18px 0 0}.card:has(~[data-toasts]){max-height:60%}.foot{padding-bottom:max(1em,env(safe-area-inset-bottom))}button,.act{min-height:2.9em}}
@media (prefers-reduced-motion:no-preference){.card{animation:in .18s}.modal::backdrop{animation:dim .18s}@keyframes in{from{opacity:0;translate:0 10px}}@keyframes dim{from{opacity:0}}}
`;
