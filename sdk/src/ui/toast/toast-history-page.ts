import { textDirection } from "@fanfare/contract/lib/text-direction";
import type { Emitter } from "../../lib/emitter.ts";
import type { Popup } from "../dialog/popup.ts";
import { element } from "../dom/element.ts";
import { updateScrollStop } from "../dom/tab-stops.ts";
import { formatDate } from "../feed/format-date.ts";
import type { Labels, Page } from "../types.ts";
import { type EpochSource, type PastToast, toastHistory, watchToastHistory } from "./toast-history.ts";

export interface ToastHistoryDeps {
  readonly window: Page["window"];
  readonly identity: EpochSource;
  readonly emitter: Pick<Emitter, "on">;
}

/**
 * Lists past toasts of this page load below the feed, for the current person. Text and time only, because a toast's
 * action may no longer apply.
 */
export function addToastHistory(deps: ToastHistoryDeps, labels: Labels, { root, content }: Popup): void {
  const { window, identity, emitter } = deps;
  const { document } = window;
  root.addStyle(STYLE);
  const heading = element(document, "h3", "", labels.passed ?? "Earlier on this page");
  heading.id = "passed";
  const list = element(document, "ul", "");
  list.role = "list";
  const box = element(document, "div", "passed", heading, list);
  box.role = "group";
  box.setAttribute("aria-labelledby", heading.id);

  const row = ({ text, at_ms, locale }: PastToast): HTMLElement => {
    const at = new Date(at_ms).toISOString();
    const time = element(document, "time", "", formatDate(document, at, { dateStyle: "medium", timeStyle: "short" }));
    time.dateTime = at;
    const label = element(document, "span", "what", text);
    if (locale) {
      label.lang = locale;
      label.dir = textDirection(locale);
    }
    return element(document, "li", "", label, time);
  };
  const render = (): void => {
    const all = toastHistory(identity);
    list.replaceChildren(...all.map(row));
    if (all.length === 0) box.replaceWith();
    else content.append(box);
  };
  // Nothing in it takes the focus.
  new window.ResizeObserver(() => updateScrollStop(box, content.parentElement ?? content)).observe(box);
  watchToastHistory(identity, render);
  const off = emitter.on("ready", () => (content.isConnected ? render() : off()));
  render();
}

const STYLE = `
.empty:has(+.passed){display:none}
.passed h3{padding:.9em 1.5em 0;font-size:.867em;font-weight:650;color:var(--mute)}
.passed:focus-visible{outline-offset:-3px}
.passed li{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .8em;padding-block:.45em;padding-inline:2.4em 1.3em;color:var(--soft)}
.passed time{font-size:.867em;color:var(--mute)}
`;
