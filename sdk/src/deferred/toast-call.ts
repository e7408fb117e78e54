import { limits } from "@fanfare/contract/limits";
import { DEFAULT_THEME } from "@fanfare/contract/theme/theme";
import type { Fanfare } from "../api/fanfare.ts";
import type { ToastAction } from "../api/options.ts";
import type { Decisions, RequestPreferences } from "../engage/decide/decisions.ts";
import type { HostActions } from "../engage/types.ts";
import type { Emitter } from "../lib/emitter.ts";
import { read } from "../lib/native.ts";
import type { Report } from "../lib/report.ts";
import type { Storage } from "../lib/storage.ts";
import { TOASTS_WAITING_MAX } from "../ui/limits.ts";
import type { EpochSource } from "../ui/toast/toast-history.ts";
import type { Labels, Page } from "../ui/types.ts";
import { pageLabels } from "./page-labels.ts";

export interface ToastCallDeps extends Pick<Page, "window" | "clock"> {
  readonly emitter: Pick<Emitter, "on">;
  readonly identity: EpochSource;
  readonly decisions: Pick<Decisions, "current">;
  readonly actions: HostActions;
  readonly report: Report;
  readonly options: { readonly labels?: Labels | undefined };
  readonly preferences: RequestPreferences;
  readonly storage: Storage;
}

interface PageToast {
  shown: boolean;
  close(): void;
}

/** Toasts of the page itself, in the same corner as all others. Nothing about them leaves the page. */
export function createToastCall(deps: ToastCallDeps): Fanfare["toast"] {
  const { window, clock, options, report, preferences } = deps;
  const all = new Set<PageToast>();
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
    const text_shown = String(text).slice(0, limits.notice_text_chars_max);
    const theme = deps.decisions.current()?.themes?.[DEFAULT_THEME];
    const [{ openToast }, themes, labels] = await Promise.all([
      import("../ui/toast/toast.ts"),
      theme && import("../ui/theme/theme.ts"),
      pageLabels(options.labels ?? {}, preferences.locale ?? read(window.document, "documentElement").lang),
    ]);
    if (over || text_shown === "") return;
    const own: PageToast = { shown: false, close() {} };
    all.add(own);
    const open = theme && themes ? themes.withTheme(openToast, theme) : openToast;
    const { close } = open({
      ...{ window, document: window.document, clock, locale: preferences.locale, labels },
      ...{
        text: text_shown,
        urgent: tone === "error",
        stays: false,
        storage: deps.storage,
        history_owner: deps.identity,
      },
      tone,
      action: action && { label: String(action.label), href: action.href },
      on(outcome) {
        all.delete(own);
        if (outcome === "acted") void press(action);
      },
      shown() {
        own.shown = true;
      },
      expired: () => void all.delete(own),
    });
    own.close = close;
    // When too many toasts wait, drop the oldest one that wasn't shown.
    const [oldest, ...others] = [...all].filter(({ shown }) => !shown);
    if (oldest === undefined || others.length < TOASTS_WAITING_MAX) return;
    all.delete(oldest);
    oldest.close();
  };
}
