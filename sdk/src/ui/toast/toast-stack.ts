import type { Cancel } from "@fanfare/contract/lib/clock";
import { button, element } from "../dom/element.ts";
import { SPEECH_GAP_MS, SPEECH_GATHER_MS, SPEECH_TEXTS_MAX } from "../limits.ts";
import { fillPlaceholders } from "../text/labels.ts";
import { type NoticeOptions, noticeText } from "./notice.ts";
import type { ToastStack, ToastTray } from "./toast-tray.ts";

/**
 * Controls for several toasts: shows how many are waiting, dismisses all, and pauses unsolicited ones (WCAG 2.2.2,
 * 2.2.4). Announces consecutive toasts together. Loaded with the second toast.
 */
export function createToastStack({ document, clock, labels }: NoticeOptions, tray: ToastTray): ToastStack {
  const { root, list, toasts, unannounced: unsaid } = tray;
  root.addStyle(STYLE);
  const more = element(document, "span", "more");
  const pause = button(document, "act", labels.pause ?? "Pause for 1 hour", () =>
    [...toasts].find(({ options }) => options.pause !== undefined)?.options.pause?.(),
  );
  const all = button(document, "act", labels.dismiss_all ?? "Dismiss all", () => {
    // Close waiting toasts first, so that none takes a freed slot.
    for (const { options, close } of [...toasts].reverse()) {
      options.on("dismissed", "close_button");
      close();
    }
  });
  const bar = element(document, "div", "together", more, pause, all);
  let resting: Cancel | undefined;
  const sayAll = (): void => {
    const texts = unsaid.splice(0).map(noticeText);
    resting = texts.length === 0 ? undefined : clock.after(SPEECH_GAP_MS, sayAll);
    if (texts.length === 0) return;
    const count = fillPlaceholders(labels.notifications_new ?? "{count} new notifications", { count: texts.length });
    root.announce(texts.length > SPEECH_TEXTS_MAX ? count : texts.join(". "));
  };

  return {
    count() {
      const waiting = [...toasts].filter(({ shown }) => !shown).length;
      more.textContent =
        waiting === 0 ? "" : fillPlaceholders(labels.notifications_more ?? "{count} more", { count: waiting });
      pause.hidden = ![...toasts].some(({ options }) => options.pause !== undefined);
      if (toasts.size < 2) bar.replaceWith();
      else if (list.lastElementChild !== bar) list.append(bar);
      if (unsaid.length > 0) resting ??= clock.after(SPEECH_GATHER_MS, sayAll);
    },
    close: () => resting?.(),
  };
}

const STYLE = `
.together{display:flex;flex-wrap:wrap;align-items:center;justify-content:end;gap:.4em;pointer-events:auto;font-size:.867em;position:sticky;bottom:0}
.more{flex:1;min-width:max-content;padding:.3em .9em;border-radius:9px;font-variant-numeric:tabular-nums}
.more:empty{padding:0}
.together>:not(:empty){background:var(--bg);color:var(--soft);border:0;box-shadow:var(--shadow)}
.together>.more{flex:none;margin-inline-end:auto}
.together .act:hover{background:var(--hover);color:var(--ink)}
@media (forced-colors:active){.together>:not(:empty){border:1px solid}}`;
