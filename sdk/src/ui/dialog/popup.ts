import { ARROW_STYLE } from "../card/arrow-style.ts";
import { CARD_STYLE } from "../card/card-style.ts";
import { closeButton } from "../card/dismiss-options.ts";
import { followTarget } from "../card/follow-target.ts";
import { cardPositioner } from "../card/position-card.ts";
import { element } from "../dom/element.ts";
import { deepActiveElement, moveFocus } from "../dom/focus.ts";
import { createGuard, guardedPage } from "../dom/guard.ts";
import type { Size } from "../dom/placement.ts";
import { focusRestorer } from "../dom/restore-focus.ts";
import { SCREEN_MARGIN_PX } from "../limits.ts";
import { openRoot } from "../overlay/root.ts";
import type { UiRoot } from "../overlay/ui-root.ts";
import type { Labels, Page, Point } from "../types.ts";
import { listenToPopupKeys } from "./popup-keys.ts";

export interface Popup {
  readonly root: UiRoot;
  readonly heading: HTMLElement;
  readonly content: HTMLElement;
  /** Footer that doesn't scroll with the content. */
  readonly foot: HTMLElement;
  close(): void;
}

export interface PopupOptions extends Page {
  readonly title: string;
  /** The element that opened the popup, used as its anchor; null for the corner. */
  readonly anchor: Element | null;
  readonly style: string;
  readonly labels: Labels;
  closed(): void;
}

/**
 * Opens a non-modal dialog. Tab reaches it after its anchor. Escape or a press elsewhere closes it, and focus returns
 * to where it came from.
 *
 * @example
 * const popup = openPopup({
 *   ...page, title: "Notifications", anchor: bell, style: FEED_STYLE, labels: {}, closed() {},
 * });
 * popup.content.append(list);
 */
export function openPopup(options: PopupOptions): Popup {
  const { document, window, anchor, labels } = options;
  const guard = createGuard(() => close());
  const page = guardedPage(options, guard);
  const root = openRoot(page, CARD_STYLE + ARROW_STYLE + POPUP_STYLE + options.style);
  const { shadow, view } = root;
  const restoreFocus = focusRestorer(deepActiveElement(document) ?? anchor);
  let open = true;

  const heading = element(document, "h2", "", options.title);
  heading.id = "title";
  heading.tabIndex = -1;
  const content = element(document, "div", "content");
  const flow = element(document, "div", "flow", heading, content);
  flow.role = "group";
  flow.setAttribute("aria-labelledby", "title");
  const foot = element(document, "div", "foot");
  const arrow = element(document, "div", "arrow");
  const cross = closeButton(document, labels, () => close());
  const box = element(document, "div", "card popup", arrow, element(document, "div", "pane", flow, foot), cross);
  box.role = "dialog";
  box.setAttribute("aria-labelledby", "title");

  const close = (): void => {
    if (!open) return;
    open = false;
    const inside = shadow.activeElement !== null;
    followed.stop();
    stopKeys();
    window.removeEventListener("pointerdown", onPress, true);
    root.remove();
    if (inside) restoreFocus(anchor);
    options.closed();
  };
  const onPress = guard((event: PointerEvent): void => {
    if (isBeside(event, root.host, anchor)) close();
  });
  const stopKeys = listenToPopupKeys(page, root, guard, {
    target: () => anchor,
    shown: () => [box],
    escape() {
      close();
      return true;
    },
    pressedOutside() {},
  });

  const layOut = guard((): void => {
    const rect = anchor?.getBoundingClientRect() ?? null;
    followed.beforeLayout(rect);
    lay(
      rect,
      "bottom",
      rect === null
        ? (size, screen, sheet) => (sheet ? undefined : cornerPosition(page, view, size, screen))
        : undefined,
    );
    followed.afterLayout();
  });
  const lay = cardPositioner(page, root, { box, arrow, flow }, layOut);
  view.append(box);
  root.mount(anchor);
  const followed = followTarget(page, anchor, box, layOut, close);
  window.addEventListener("pointerdown", onPress, true);
  layOut();
  moveFocus(heading);
  return { root, heading, content, foot, close };
}

function isBeside(event: PointerEvent, host: Element, anchor: Element | null): boolean {
  // The path ends with the document and the window, which lack these methods.
  const path: readonly Partial<HTMLElement>[] = event.composedPath();
  // The page handles presses of the anchor, which toggles the popup. Presses on toasts next to the popup don't close
  // it, because closing would move the toasts away from the pointer.
  return !path.some((each) => each === host || each === anchor || each.dataset?.["toasts"] === "");
}

function cornerPosition({ window }: Page, view: Element, size: Size, screen: Size): Point {
  const rtl = window.getComputedStyle(view).direction === "rtl";
  const x = rtl ? SCREEN_MARGIN_PX : screen.width - size.width - SCREEN_MARGIN_PX;
  return { x, y: Math.max(SCREEN_MARGIN_PX, screen.height - size.height - SCREEN_MARGIN_PX) };
}

const POPUP_STYLE = `
.popup{width:min(25em,100% - 24px)}
.popup .pane{max-height:min(var(--room),34em)}
.view .popup .flow{flex:1;padding-inline:0;padding-bottom:0}
.popup h2{padding-inline:1.08em 3.2em}
.popup .foot{justify-content:space-between;padding:.7em 1.3em}
.popup .foot:empty{display:none}
.popup .foot button,.text{min-height:2.2em;padding:.2em .4em;margin-inline:-.4em;color:var(--mute);font-weight:500;text-decoration:underline;text-underline-offset:.2em}
.popup .foot button:hover,.text:hover{color:var(--ink)}
.empty{padding:.6em 1.3em 2em;color:var(--soft)}
.popup ul{list-style:none;padding:.7em 0 .4em}
.popup .body ul{list-style:disc;padding:0 0 0 1.3em}
@media (max-height:22em){.view .popup .flow{flex:none}}
@media (forced-colors:active){.popup .pane{max-height:min(var(--room) - 2px,34em)}}
`;
