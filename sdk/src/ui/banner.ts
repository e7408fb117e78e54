import { element } from "./element.ts";
import { fixedAtTop } from "./fixed-at-top.ts";
import { label } from "./labels.ts";
import { BANNERS_SHOWN_MAX } from "./limits.ts";
import { OWN_MODALS, topmostModal } from "./modal.ts";
import {
  announceNotice,
  changeParts,
  dismissByKey,
  type Notice,
  type NoticeOptions,
  noticeParts,
  reachByKey,
} from "./notice.ts";
import { openNoticeRoot } from "./notice-root.ts";
import { openRoot } from "./root.ts";

/** In the page's own flow, above its body: it takes room instead of covering. */
const STYLE = `
:host{position:relative!important;inset:auto!important;overflow:visible!important;z-index:auto!important}
.view{position:relative;inset:auto}
.notice{--y:.55em;border-block-end:1px solid var(--line);border-block-start:4px solid var(--tone)}`;

let standing = 0;
/** What shows those that wait for one of them to go. */
const waiting: (() => void)[] = [];

/**
 * Shows a banner over the whole width, above the page: what is there moves down. Where the page keeps something fixed at
 * its top, the banner is below that. Beside others it waits until one of them is closed.
 *
 * @example
 * openBanner({ document, window, clock, text: "Back at noon", tone: "warning", labels: {}, urgent: false, stays: true, on() {} });
 */
export function openBanner(options: NoticeOptions): Notice {
  let newest = options;
  let notice: Notice | undefined;
  const show = (): void => {
    standing++;
    notice = showBanner(newest, () => {
      standing--;
      waiting.shift()?.();
    });
  };
  if (options.urgent || standing < BANNERS_SHOWN_MAX) show();
  else waiting.push(show);
  return {
    close() {
      if (waiting.includes(show)) waiting.splice(waiting.indexOf(show), 1);
      notice?.close();
    },
    change(next) {
      newest = next;
      notice?.change(next);
    },
  };
}

function showBanner(options: NoticeOptions, gone: () => void): Notice {
  const { document, window, title, tone, labels, on, shown } = options;
  const root = openNoticeRoot(options, STYLE + (options.style ?? ""));
  const box = element(document, "div", `notice ${tone}`);
  box.role = "region";
  box.ariaLabel = title ?? label(labels, "notifications");
  let closed = false;
  const close = (): void => {
    if (closed) return;
    closed = true;
    release();
    voice?.remove();
    root.remove();
    gone();
  };
  box.append(...noticeParts(options, close));
  root.view.append(box);
  const free_px = fixedAtTop(document, window);
  // Not a popover: the top layer covers.
  root.host.popover = null;
  root.dress(`:host{margin-top:${free_px}px!important}`);
  document.body.before(root.host);
  // Beside a modal dialog the page is not heard: it is said in there.
  const modal = topmostModal(document, null) ?? document.querySelector(OWN_MODALS);
  const voice = modal && openRoot(options, "");
  voice?.mount(null);
  const release = reachByKey(options, box);
  box.addEventListener("keydown", (event) => dismissByKey(event, on, close));
  announceNotice(voice ?? root, options);
  shown?.(box);
  return {
    close,
    change(next) {
      box.className = `notice ${next.tone}`;
      box.ariaLabel = next.title ?? label(labels, "notifications");
      changeParts(box, next, close);
    },
  };
}
