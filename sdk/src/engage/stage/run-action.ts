import type { ButtonAction } from "@fanfare/contract/content/panel";
import type { PrepareFailure } from "@fanfare/contract/events/events";
import { limits } from "@fanfare/contract/limits";
import { DEFAULT_THEME } from "@fanfare/contract/theme/theme";
import { read } from "../../lib/native.ts";
import type { Report } from "../../lib/report.ts";
import type { Storage } from "../../lib/storage.ts";
import { safeLink } from "../../ui/dom/safe-link.ts";
import { loadLabels } from "../../ui/text/locales.ts";
import type { EpochSource } from "../../ui/toast/toast-history.ts";
import type { Labels, Page } from "../../ui/types.ts";
import type { Decisions, RequestPreferences } from "../decide/decisions.ts";
import type { HostActions, Stage } from "../types.ts";

export interface RunActionDeps extends Pick<Page, "window" | "clock"> {
  readonly actions: HostActions;
  readonly identity: EpochSource;
  readonly preferences: RequestPreferences;
  readonly report: Report;
  readonly storage: Storage;
  readonly decisions: Pick<Decisions, "current" | "load">;
  readonly labels: Labels;
  readonly start: Stage["start"];
}

/**
 * Runs the action of a content button. Loaded on the first click. Catches all errors, except the result of a page
 * action.
 */
export async function runAction(deps: RunActionDeps, action: ButtonAction): Promise<PrepareFailure | undefined> {
  const { window, actions, report } = deps;
  switch (action.kind) {
    case "link": {
      const url = safeLink(action.href, read(window.document, "baseURI"));
      if (url !== null) window.location.assign(url);
      return undefined;
    }
    case "host":
      try {
        const done = actions.get(action.name);
        if (done === undefined) return "unknown";
        await done();
        return undefined;
      } catch (error) {
        report(`the action ${action.name} failed`, error);
        return "failed";
      }
    case "start":
      await startAsked(deps, action.content).catch((error) => report("a start button failed", error));
      return undefined;
    default:
      return undefined;
  }
}

/** Starts the content even if it's not meant for the person or was shown before. Otherwise, tells them that it can't. */
async function startAsked(deps: RunActionDeps, slug: string): Promise<void> {
  const { decisions, preferences } = deps;
  const others = preferences.asked?.filter((each) => each !== slug) ?? [];
  preferences.asked = [...others, slug].slice(-limits.asked_contents_max);
  await decisions.load();
  const { status } = await deps.start(slug, "button");
  if (status === "shown") return;
  preferences.asked = others;
  await showNote(deps, (labels) => labels.unavailable ?? "This isn’t available right now.", false);
}

/** Shows a toast about a button's action. */
export async function showNote(
  { decisions, preferences, labels: own, window, ...deps }: RunActionDeps,
  text: (labels: Labels) => string,
  stays: boolean,
): Promise<void> {
  const { document } = window;
  const locale = preferences.locale ?? read(document, "documentElement").lang;
  const theme = decisions.current()?.themes?.[DEFAULT_THEME];
  const [{ openToast }, themes, labels] = await Promise.all([
    import("../../ui/toast/toast.ts"),
    theme && import("../../ui/theme/theme.ts"),
    loadLabels(locale, own),
  ]);
  const open = theme && themes ? themes.withTheme(openToast, theme) : openToast;
  open({
    ...{ window, document, locale, clock: deps.clock, storage: deps.storage, history_owner: deps.identity },
    ...{ labels, text: text(labels) },
    ...{ tone: "info", urgent: false, stays, on() {}, shown() {}, expired() {} },
  });
}
