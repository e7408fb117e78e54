import type { Cancel } from "@fanfare/contract/lib/clock";
import { isOurs } from "../../debug/nearby.ts";
import { call, read } from "../../lib/native.ts";
import { queryDeep, searchRoots } from "../../ui/dom/page-modals.ts";
import type { UiRoot } from "../../ui/overlay/ui-root.ts";
import type { Page } from "../../ui/types.ts";
import { heldStyles } from "./held-styles.ts";

/** Events by which menus learn that the pointer, the focus, or the window went elsewhere. */
const LEAVE_EVENTS =
  "pointerover pointerout pointerenter pointerleave mouseover mouseout mouseenter mouseleave blur focusout scroll resize visibilitychange";
/** Presses on the page, which do nothing while it's held. */
const PRESS_EVENTS = "pointerdown mousedown pointerup mouseup touchstart touchend click";
/** Events of the builder that a page could take for something outside its menu. */
const OWN_EVENTS = "pointerdown mousedown pointerup mouseup focusin focusout";
/** Menus of the browser that close with the next press outside. */
const LIGHT_MENUS = ":popover-open:not([popover=manual])";

export interface HeldPage {
  /** Style sheets whose rules couldn't be kept. */
  readonly unreadable: number;
  readonly release: Cancel;
}

/**
 * Keeps what would vanish once the pointer or the focus leaves it: menus by script, by `:hover` and `:focus`, and
 * popovers. Changes no element and no attribute of the page. The browser's own lists of options close anyway, and so
 * does what the page removes after some time.
 */
export function holdPage({ document, window }: Page, root: UiRoot): HeldPage {
  const over = new AbortController();
  const { signal } = over;
  const listen = (names: string, hear: (event: Event) => void): void => {
    for (const name of names.split(" ")) window.addEventListener(name, hear, { capture: true, signal, passive: false });
  };
  listen(LEAVE_EVENTS, (event) => {
    if (event.target === window) event.stopImmediatePropagation();
    else if (!isOurs(event)) event.stopPropagation();
  });
  listen(PRESS_EVENTS, (event) => {
    if (isOurs(event)) return;
    event.stopPropagation();
    // A press would also move the focus or follow a link. Touches still scroll.
    if (!event.type.startsWith("touch")) event.preventDefault();
  });
  listen(OWN_EVENTS, (event) => {
    if (event.isTrusted && isOurs(event)) dispatchInside(window, event);
  });
  listen("keydown", (event) => {
    if ((event as KeyboardEvent).key !== "Escape") return;
    event.preventDefault();
    if (!isOurs(event)) event.stopPropagation();
  });
  const stay = keepPopover(window, document, root, signal);
  const trees = searchRoots(document).filter((tree) => read(tree, "nodeType") !== 1) as (Document | ShadowRoot)[];
  let unreadable = 0;
  const undo: Cancel[] = [];
  for (const tree of trees) {
    const held = heldStyles(tree, window);
    unreadable += held.unreadable;
    if (held.css === "") continue;
    const sheet = new window.CSSStyleSheet();
    sheet.replaceSync(held.css);
    read(tree, "adoptedStyleSheets").push(sheet);
    undo.push(() => {
      tree.adoptedStyleSheets = read(tree, "adoptedStyleSheets").filter((each) => each !== sheet);
    });
  }
  return {
    unreadable,
    release() {
      over.abort();
      for (const each of undo) each();
      if (stay) root.mount(null);
    },
  };
}

/** Passes an event of the builder on to its own listeners only. */
function dispatchInside({ PointerEvent, FocusEvent }: Window & typeof globalThis, event: Event): void {
  const [inner] = event.composedPath();
  event.stopPropagation();
  const init = { bubbles: true, cancelable: true };
  if (event.type.startsWith("focus")) {
    const { relatedTarget } = event as FocusEvent;
    inner?.dispatchEvent(new FocusEvent(event.type, { ...init, relatedTarget }));
    return;
  }
  const { clientX, clientY, button, buttons, pointerId } = event as PointerEvent;
  inner?.dispatchEvent(new PointerEvent(event.type, { ...init, clientX, clientY, button, buttons, pointerId }));
}

/** Moves the builder into an open menu of the browser, which would close at the next press in the builder. */
function keepPopover(window: Page["window"], document: Document, root: UiRoot, signal: AbortSignal): boolean {
  const menu = queryDeep(document, LIGHT_MENUS).at(-1);
  if (menu === undefined) return false;
  root.mount(menu);
  const leave = (): void => {
    if (root.target === menu) root.mount(null);
  };
  const closes = (event: Event): void => {
    if (event.target === menu && (event as ToggleEvent).newState === "closed") leave();
  };
  call(menu, "addEventListener", "beforetoggle", closes, { signal });
  const removal = new window.MutationObserver(() => {
    if (!read(menu, "isConnected")) leave();
  });
  removal.observe(document, { childList: true, subtree: true });
  signal.addEventListener("abort", () => removal.disconnect());
  return true;
}
