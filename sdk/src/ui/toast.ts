import type { Cancel } from "@fanfare/contract/clock";
import { element } from "./element.ts";
import { focused, moveFocus } from "./focus.ts";
import { label } from "./labels.ts";
import { TOAST_CHARS_PER_S, TOAST_MS_MIN, TOASTS_SHOWN_MAX } from "./limits.ts";
import {
  announceNotice,
  changeParts,
  NOTICE_STYLE,
  type Notice,
  type NoticeOptions,
  noticeParts,
  reachByKey,
} from "./notice.ts";
import { openRoot, type UiRoot } from "./root.ts";
import type { Page } from "./types.ts";

const STYLE = `${NOTICE_STYLE}
.toasts{position:absolute;inset-block-end:1em;inset-inline-end:1em;display:grid;gap:.6em;width:min(24em,100% - 2em);max-height:calc(100% - 2em);overflow:auto;padding:4px;pointer-events:none}
.notice{padding:.8em .6em .8em 1em;border-radius:12px;box-shadow:var(--shadow);border-inline-start:4px solid var(--tone)}
@media (prefers-reduced-motion:no-preference){.notice{animation:in .2s ease-out}@keyframes in{from{opacity:0;translate:0 .6em}}}`;

interface Tray {
  readonly root: UiRoot;
  readonly list: HTMLElement;
  /** Toasts beyond what fits. */
  readonly waiting: (() => void)[];
  readonly release: () => void;
}
const trays = new WeakMap<Document, Tray>();

function openTray(page: Page, options: NoticeOptions): Tray {
  const root = openRoot(page, STYLE);
  const list = element(page.document, "div", "toasts");
  list.role = "region";
  list.ariaLabel = label(options.labels, "notifications");
  root.view.append(list);
  root.mount(null);
  const tray = { root, list, waiting: [], release: reachByKey(page, list) };
  trays.set(page.document, tray);
  return tray;
}

/**
 * Shows a toast in the corner. It goes by itself when it asks for nothing, and never while somebody points at it, has the
 * focus in it, or does not look at the tab.
 *
 * @example
 * openToast({ document, clock, text: "Saved", tone: "success", labels: {}, urgent: false, stays: false, on() {} });
 */
export function openToast(options: NoticeOptions): Notice {
  const { document, clock, title = "", text, tone, action, stays, on, shown, passed } = options;
  const tray = trays.get(document) ?? openTray(options, options);
  const { root, list, waiting } = tray;
  const box = element(document, "div", `notice ${tone}`);
  // Its own time, or none: what can be acted on must stay until it was.
  const lasts_ms = Math.max(TOAST_MS_MIN, ((title.length + text.length) / TOAST_CHARS_PER_S) * 1_000);
  let left_ms = stays || action !== undefined ? Number.POSITIVE_INFINITY : lasts_ms;
  let since_ms = 0;
  let cancel: Cancel = () => {};
  let closed = false;

  const pause = (): void => {
    cancel();
    if (since_ms > 0) left_ms -= clock.now() - since_ms;
    since_ms = 0;
  };
  const resume = (): void => {
    if (closed || since_ms > 0 || left_ms === Number.POSITIVE_INFINITY) return;
    if (box.matches(":hover,:focus-within") || document.visibilityState !== "visible") return;
    since_ms = clock.now();
    cancel = clock.after(Math.max(left_ms, 0), () => {
      close();
      passed?.();
    });
  };
  const onVisible = (): void => (document.visibilityState === "visible" ? resume() : pause());

  const show = (): void => {
    if (options.style !== undefined) root.dress(options.style);
    list.append(box);
    root.mount(null);
    announceNotice(root, options);
    shown?.(box);
    resume();
  };
  const close = (): void => {
    if (closed) return;
    closed = true;
    pause();
    document.removeEventListener("visibilitychange", onVisible);
    const next = waiting.indexOf(show);
    if (next >= 0) waiting.splice(next, 1);
    const had_focus = box.contains(focused(document));
    const neighbour = box.nextElementSibling ?? box.previousElementSibling;
    if (had_focus && neighbour !== null) moveFocus(neighbour.querySelector("button"));
    const is_last = box.isConnected && neighbour === null && waiting.length === 0;
    if (is_last) {
      tray.release();
      trays.delete(document);
      root.remove();
      return;
    }
    if (!box.isConnected) return;
    box.remove();
    waiting.shift()?.();
  };

  box.append(...noticeParts(options, close));
  for (const name of ["pointerenter", "focusin"]) box.addEventListener(name, pause);
  for (const name of ["pointerleave", "focusout"]) box.addEventListener(name, () => clock.after(0, resume));
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    on("dismissed", "escape");
    close();
  });
  document.addEventListener("visibilitychange", onVisible);
  if (list.childElementCount < TOASTS_SHOWN_MAX) show();
  else waiting.push(show);
  return {
    close,
    change(next) {
      box.className = `notice ${next.tone}`;
      changeParts(box, next, close);
    },
  };
}
