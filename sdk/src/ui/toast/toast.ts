import type { Cancel } from "@fanfare/contract/lib/clock";
import { read } from "../../lib/native.ts";
import { element } from "../dom/element.ts";
import { deepActiveElement, moveFocus } from "../dom/focus.ts";
import { TOAST_CHARS_PER_S, TOAST_MS_MIN, TOASTS_SHOWN_MAX, TOASTS_WAITING_MAX } from "../limits.ts";
import { label } from "../text/labels.ts";
import type { Page } from "../types.ts";
import {
  announceNotice,
  dismissByKey,
  listenForF6,
  type Notice,
  type NoticeOptions,
  noticeParts,
  noticeText,
  TOASTS_STAY,
  updateNotice,
} from "./notice.ts";
import { openNoticeRoot } from "./notice-root.ts";
import type { Toast, ToastTray } from "./toast-tray.ts";

const STYLE = `
.toasts{position:absolute;inset-block:var(--toasts,auto 1em);inset-inline-end:1em;display:grid;align-content:start;gap:.6em;width:min(24em,100% - 2em);max-height:calc(100% - 2em);overflow:auto;padding:4px;pointer-events:none}
.notice{--y:.8em;border-radius:12px;box-shadow:var(--shadow);border-inline-start:4px solid var(--tone)}
@media (prefers-reduced-motion:no-preference){.notice{animation:in .2s ease-out}@keyframes in{from{opacity:0;translate:0 .6em}}}`;

const trays = new WeakMap<Document, ToastTray>();

function openTray(page: Page, { clock, labels }: NoticeOptions): ToastTray {
  const root = openNoticeRoot(page, STYLE);
  const list = element(page.document, "div", "toasts");
  list.role = "region";
  list.ariaLabel = label(labels, "notifications");
  root.view.append(list);
  // A sheet over the page makes room for toasts (`.modal`).
  root.host.dataset["toasts"] = "";
  root.mount(null);
  const release = listenForF6(page, list);
  const tray: ToastTray = { root, list, toasts: new Set(), release, unannounced: [], stack: undefined };
  trays.set(page.document, tray);
  const restAll = (): void => {
    for (const { updateTimer: rest } of tray.toasts) rest();
  };
  for (const name of ["focusin", "focusout"]) list.addEventListener(name, () => clock.after(0, restAll));
  list.addEventListener("keydown", (event) => {
    const last = [...tray.toasts].findLast(({ shown }) => shown);
    if (event.target === list && last) dismissByKey(event, last.options.on, last.close);
  });
  return tray;
}

/**
 * Shows a toast in the corner. Closes automatically if it has no controls, but never while hovered, while focus is in
 * the corner, or while the tab is hidden. Queued if too many are visible.
 *
 * @example
 * openToast({ document, clock, text: "Saved", tone: "success", labels: {}, urgent: false, stays: false, on() {} });
 */
export function openToast(options: NoticeOptions): Notice {
  const tray = trays.get(options.document) ?? openTray(options, options);
  const toast = buildToast(options, tray);
  const { toasts } = tray;
  // Many toasts must not drown out other announcements.
  if (options.urgent || toasts.size === 0) announceNotice(tray.root, options);
  else tray.unannounced.push(options);
  toasts.add(toast);
  if (options.urgent || toasts.size - waitingToasts(tray).length < TOASTS_SHOWN_MAX) toast.show();
  const [oldest, ...others] = waitingToasts(tray).filter(({ options: each }) => each.pause);
  if (others.length >= TOASTS_WAITING_MAX) {
    oldest?.close();
    oldest?.options.expired?.();
  }
  recordInHistory(options);
  if (toasts.size > 1) void stackToasts(options, tray);
  return toast;
}

function waitingToasts({ toasts }: ToastTray): readonly Toast[] {
  return [...toasts].filter((each) => !each.shown);
}

function buildToast(options: NoticeOptions, tray: ToastTray): Toast {
  const { document, clock, tone, on } = options;
  const { root, list, toasts } = tray;
  const box = element(document, "div", `notice ${tone}`);
  const close = (): void => {
    if (!toasts.delete(toast)) return;
    pause();
    window.removeEventListener("visibilitychange", update);
    const neighbor = box.nextElementSibling ?? box.previousElementSibling;
    if (box.contains(deepActiveElement(document))) moveFocus(neighbor?.querySelector("button"));
    if (toasts.size === 0) {
      tray.stack?.close();
      tray.release();
      trays.delete(document);
      root.remove();
      return;
    }
    box.replaceWith();
    if (toast.shown) waitingToasts(tray)[0]?.show();
    tray.stack?.count();
  };
  const [pause, resume, update] = createToastTimer(
    options,
    box,
    () => toast.shown && toasts.has(toast),
    () => {
      close();
      options.expired?.();
    },
  );
  const toast: Toast = {
    options,
    shown: false,
    show() {
      toast.shown = true;
      if (options.style) root.addStyle(options.style);
      list.append(box);
      root.mount(null);
      options.shown?.(box);
      resume();
    },
    updateTimer: update,
    close,
    change(next) {
      box.className = `notice ${next.tone}`;
      updateNotice(box, next, close);
    },
  };
  box.append(...noticeParts(options, close));
  box.addEventListener("pointerenter", pause);
  box.addEventListener("pointerleave", () => clock.after(0, resume));
  box.addEventListener("keydown", (event) => dismissByKey(event, on, close));
  window.addEventListener("visibilitychange", update);
  return toast;
}

/** Counts the time of a toast, or none: what can be acted on must stay until it was. */
function createToastTimer(options: NoticeOptions, box: HTMLElement, isShown: () => boolean, over: () => void) {
  const { document, clock, title = "", text, storage } = options;
  const stays = options.stays || options.action !== undefined;
  let left_ms = Math.max(TOAST_MS_MIN, ((title.length + text.length) / TOAST_CHARS_PER_S) * 1_000);
  let since_ms = 0;
  let cancel: Cancel = () => {};
  const pause = (): void => {
    cancel();
    if (since_ms > 0) left_ms -= clock.now() - since_ms;
    since_ms = 0;
  };
  const resume = (): void => {
    if (!isShown() || since_ms > 0) return;
    if (stays || storage?.get(TOASTS_STAY)) return;
    if (box.matches(":hover,:focus-within>*") || read(document, "visibilityState") !== "visible") return;
    since_ms = clock.now();
    cancel = clock.after(Math.max(left_ms, 0), over);
  };
  const update = (): void => {
    pause();
    resume();
  };
  return [pause, resume, update] as const;
}

/** Of what nothing else keeps. */
function recordInHistory(options: NoticeOptions): void {
  const { history_owner, clock, locale } = options;
  if (!history_owner) return;
  const record = { text: noticeText(options), at_ms: clock.now(), locale, epoch: history_owner.epoch() };
  import("./toast-history.ts").then(
    ({ recordToast }) => recordToast(history_owner, record),
    () => {},
  );
}

/** Without the chunk for several toasts, each toast is closed separately. */
async function stackToasts(options: NoticeOptions, tray: ToastTray): Promise<void> {
  const loaded = await import("./toast-stack.ts").catch(() => undefined);
  if (!loaded || trays.get(options.document) !== tray) return;
  tray.stack ??= loaded.createToastStack(options, tray);
  tray.stack.count();
}
