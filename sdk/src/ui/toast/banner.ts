import type { Cancel } from "@fanfare/contract/lib/clock";
import { call, read } from "../../lib/native.ts";
import { element } from "../dom/element.ts";
import { fixedHeaderHeight } from "../dom/fixed-header.ts";
import { OWN_MODALS, topmostModal } from "../dom/page-modals.ts";
import { BANNERS_SHOWN_MAX } from "../limits.ts";
import { openRoot } from "../overlay/root.ts";
import type { UiRoot } from "../overlay/ui-root.ts";
import { label } from "../text/labels.ts";
import {
  announceNotice,
  dismissByKey,
  listenForF6,
  type Notice,
  type NoticeOptions,
  noticeParts,
  updateNotice,
} from "./notice.ts";
import { openNoticeRoot } from "./notice-root.ts";

/** In the page's flow above the body, so that it covers nothing. */
const STYLE = `
:host{position:relative!important;inset:auto!important;overflow:visible!important;z-index:auto!important}
.view{position:relative;inset:auto}
.notice{--y:.55em;border-block-end:1px solid var(--line);border-block-start:4px solid var(--tone)}`;

/** Puts a banner on the page and calls `present` once it's there. Returns what releases the page. */
export type MountBanner = (root: UiRoot, present: () => void) => Cancel;

export interface BannerOptions extends NoticeOptions {
  /** Defaults to above the page. */
  readonly mount?: MountBanner | undefined;
}

let shown_count = 0;
/** Callbacks that show waiting banners. */
const queue: (() => void)[] = [];

/**
 * Shows a full-width banner above the page, which moves down. If the page has a fixed header, the banner is below it.
 * When too many are visible, it waits until one is closed.
 *
 * @example
 * openBanner({ document, window, clock, text: "Back at noon", tone: "warning", labels: {}, urgent: false, stays: true,
 * on() {} });
 */
export function openBanner(options: BannerOptions): Notice {
  let newest = options;
  let notice: Notice | undefined;
  const show = (): void => {
    shown_count++;
    notice = showBanner(newest, () => {
      shown_count--;
      queue.shift()?.();
    });
  };
  if (options.urgent || shown_count < BANNERS_SHOWN_MAX) show();
  else queue.push(show);
  return {
    close() {
      if (queue.includes(show)) queue.splice(queue.indexOf(show), 1);
      notice?.close();
    },
    change(next) {
      newest = next;
      notice?.change(next);
    },
  };
}

export function showBanner(options: BannerOptions, gone: () => void): Notice {
  const { document, window, title, tone, labels, on, shown, mount } = options;
  const root = openNoticeRoot(options, STYLE + (options.style ?? ""));
  const box = element(document, "div", `notice ${tone}`);
  box.role = "region";
  box.ariaLabel = title ?? label(labels, "notifications");
  let closed = false;
  const close = (): void => {
    if (closed) return;
    closed = true;
    unmount?.();
    release();
    voice?.remove();
    root.remove();
    gone();
  };
  box.append(...noticeParts(options, close));
  root.view.append(box);
  const free_px = fixedHeaderHeight(document, window);
  // Not a popover, because the top layer would cover the page.
  root.host.popover = null;
  root.addStyle(`:host{margin-top:${free_px}px!important}`);
  // The page outside a modal dialog is inert, so announce inside the dialog.
  const modal = topmostModal(document, null) ?? call(document, "querySelector", OWN_MODALS);
  const voice = modal && openRoot(options, "");
  voice?.mount(null);
  const release = listenForF6(options, box);
  box.addEventListener("keydown", (event) => dismissByKey(event, on, close));
  const present = (): void => {
    announceNotice(voice ?? root, options);
    shown?.(box);
  };
  if (!mount) read(document, "body").before(root.host);
  const unmount = mount ? mount(root, present) : present();
  return {
    close,
    change(next) {
      box.className = `notice ${next.tone}`;
      box.ariaLabel = next.title ?? label(labels, "notifications");
      updateNotice(box, next, close);
    },
  };
}
