import { limits } from "@fanfare/contract/limits";
import { DEFAULT_THEME } from "@fanfare/contract/theme";
import type { Fanfare } from "../api.ts";
import type { Emitter } from "../emitter.ts";
import type { Decisions, Wishes } from "../engage/decisions.ts";
import type { HostActions } from "../engage/types.ts";
import type { ToastAction } from "../options.ts";
import type { Report } from "../report.ts";
import type { Storage } from "../storage.ts";
import { TOASTS_WAITING_MAX } from "../ui/limits.ts";
import type { Whose } from "../ui/passed.ts";
import type { Labels, Page } from "../ui/types.ts";
import { pageWords } from "./page-words.ts";

export interface OwnToastsDeps extends Pick<Page, "window" | "clock"> {
  readonly emitter: Pick<Emitter, "on">;
  readonly identity: Whose;
  readonly decisions: Pick<Decisions, "current">;
  readonly actions: HostActions;
  readonly report: Report;
  readonly options: { readonly labels?: Labels | undefined };
  readonly wishes: Wishes;
  readonly storage: Storage;
}

/** A toast of the page that is on the screen, or waits for its turn. */
interface Own {
  shown: boolean;
  close(): void;
}

/** Toasts of the page itself, in the corner of all others. Nothing of them leaves the page. */
export function createOwnToasts(deps: OwnToastsDeps): Fanfare["toast"] {
  const { window, clock, options, report, wishes } = deps;
  const all = new Set<Own>();
  let over = false;
  deps.emitter.on("connection", ({ state }) => {
    if (state !== "closed") return;
    over = true;
    for (const own of all) own.close();
    all.clear();
  });

  const press = async (action: ToastAction | undefined): Promise<void> => {
    try {
      if (action?.onClick !== undefined) await action.onClick();
      else if (action?.action !== undefined) await deps.actions.get(action.action)?.();
    } catch (error) {
      report("a toast's action failed", error);
    }
  };

  return async (text, { tone = "info", action } = {}) => {
    const said = String(text).slice(0, limits.notice_text_chars_max);
    const theme = deps.decisions.current()?.themes?.[DEFAULT_THEME];
    const [{ openToast }, themes, labels] = await Promise.all([
      import("../ui/toast.ts"),
      theme && import("../ui/theme.ts"),
      pageWords(options.labels ?? {}, wishes.locale ?? window.document.documentElement.lang),
    ]);
    if (over || said === "") return;
    const own: Own = { shown: false, close() {} };
    all.add(own);
    const open = theme && themes ? themes.dressed(openToast, theme) : openToast;
    const { close } = open({
      ...{ window, document: window.document, clock, locale: wishes.locale, labels },
      ...{ text: said, urgent: tone === "error", stays: false, storage: deps.storage, told_to: deps.identity },
      tone,
      action: action && { label: String(action.label), href: action.href },
      on(outcome) {
        all.delete(own);
        if (outcome === "acted") void press(action);
      },
      shown() {
        own.shown = true;
      },
      passed: () => void all.delete(own),
    });
    own.close = close;
    // A page that says too much loses what it said first of what nobody has seen.
    const [oldest, ...others] = [...all].filter(({ shown }) => !shown);
    if (oldest === undefined || others.length < TOASTS_WAITING_MAX) return;
    all.delete(oldest);
    oldest.close();
  };
}
