import type { Cancel } from "@fanfare/contract/lib/clock";
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
 * Keeps the page where it is until the answer is called, without a change of any of its elements: a style sheet of our own
 * stands beside the page's. The room of its scroll bar stays, so nothing moves sideways.
 */
function lockScroll({ document, window }: Page): Cancel {
  const { documentElement: root } = document;
  if (root.scrollHeight <= root.clientHeight) return () => {};
  const sheet = new window.CSSStyleSheet();
  const gutter = window.innerWidth > root.clientWidth ? "scrollbar-gutter:stable!important" : "";
  // What the body says counts for the window only while the root says nothing: else it would become a scroller of its own.
  const theirs = window.getComputedStyle(root).overflowY === "visible" ? "body{overflow:visible!important}" : "";
  sheet.replaceSync(`:root{overflow:hidden!important;${gutter}}${theirs}`);
  document.adoptedStyleSheets.push(sheet);
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  };
}

/** A dialog over the page that nothing else can be used beside. */
export interface ModalDialog {
  readonly box: HTMLDialogElement;
  /** Shows it, over whatever modal dialog the page has open. The focus goes to `first`. */
  show(first: () => HTMLElement): void;
  /** Takes it away; page, scroll place and focus are as they were. */
  remove(): void;
}

/**
 * A native modal dialog in `root`: the browser makes the page inert, so that no attribute of it is touched. Tab goes round
 * in it. Escape and a click beside it say `leave`, and leave what becomes of it to the caller.
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
  const { document, window, clock } = page;
  const { host, shadow, view } = root;
  const box = element(document, "dialog", "modal");
  let unlock: Cancel = () => {};
  let restoreFocus: RestoreFocus = () => {};
  listenForLeave(box, shadow, guard, leave);

  const watch = new window.MutationObserver(() => {
    // A page that replaces its body throws us away with it.
    if (!host.isConnected) clock.after(LOOK_GAP_MS, raise);
  });
  let first: () => HTMLElement = () => box;
  const raise = (): void => {
    if (host.isConnected) return;
    // Beside the page's own dialogs and not in one of them, which may be closed under us.
    host.popover = null;
    document.body.append(host);
    view.style.zoom = String(1 / (host.currentCSSZoom ?? 1));
    // Thrown out while it was open: no close event, which would end it.
    box.open = false;
    const begin = first();
    // Told to the browser, so that the focus goes there at once and not by way of the first button.
    begin.autofocus = true;
    box.showModal();
    begin.autofocus = false;
    moveFocus(begin);
  };

  return {
    box,
    show(is_shown) {
      first = is_shown;
      restoreFocus = focusRestorer(deepActiveElement(document));
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

/** Tab goes round in the dialog; Escape, a back gesture and a click beside its card leave it. */
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
    // Between its ends the browser moves; beyond them it would leave for its own bars.
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
  // A back gesture asks, or where the browser does not let us refuse, has closed it already.
  for (const name of ["cancel", "close"]) {
    box.addEventListener(
      name,
      guard((event: Event) => {
        event.preventDefault();
        leave("escape");
      }),
    );
  }
  // Text that is selected from inside to outside is not a click beside the card.
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

/** The dialog covers the screen and holds one `.card`; on narrow screens that is a sheet along the bottom. */
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
