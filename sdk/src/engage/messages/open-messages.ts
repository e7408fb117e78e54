import { DEFAULT_THEME } from "@fanfare/contract/theme/theme";
import { read } from "../../lib/native.ts";
import type { Identity } from "../../net/identity.ts";
import { PAUSE_HOURS } from "../../ui/limits.ts";
import type { Labels } from "../../ui/types.ts";
import type { Decisions } from "../decide/decisions.ts";
import type { Choice, Subject } from "../decide/suppressions.ts";
import type { EventQueue } from "../outbox/event-queue.ts";
import type { TabLock } from "../outbox/outbox.ts";
import type { PlayCelebration } from "../types.ts";
import { createMessageDisplay, type OpenNotice } from "./display-message.ts";
import type { HandleSignal } from "./fanfare-channels.ts";
import { createMessages, type MessagesDeps } from "./messages.ts";

export interface OpenMessagesDeps
  extends Pick<MessagesDeps, "clock" | "rng" | "window" | "net" | "emitter" | "storage" | "report" | "named"> {
  readonly labels: Labels;
  readonly identity: Identity;
  readonly events: EventQueue;
  readonly decisions: Decisions;
  readonly createExclusive: (navigator: { readonly locks?: LockManager }, name: string) => TabLock;
  readonly celebrate: PlayCelebration;
  readonly choose: (subject: Subject, choice: Choice) => void;
}

/** Connects live updates to the page. Loaded with the first of them. */
export function openMessages(deps: OpenMessagesDeps): HandleSignal {
  const { window, decisions, identity, events } = deps;
  /** Live updates use the workspace's default theme and the page's language. */
  const withTheme = async (open: OpenNotice): Promise<OpenNotice> => {
    const theme = decisions.current()?.themes?.[DEFAULT_THEME];
    const page_language = read(window.document, "documentElement").lang;
    const labels =
      page_language && !page_language.startsWith("en")
        ? await import("../../ui/text/locales.ts")
            .then(({ loadLabels: wordsIn }) => wordsIn(page_language, deps.labels))
            .catch(() => deps.labels)
        : deps.labels;
    const openWithLabels: OpenNotice = (options) => open({ ...options, labels });
    return theme === undefined
      ? openWithLabels
      : (await import("../../ui/theme/theme.ts")).withTheme(openWithLabels, theme);
  };
  return createMessages({
    ...deps,
    exclusive: deps.createExclusive(window.navigator, `${deps.named}:messages`),
    now_ms: decisions.now_ms,
    claims: identity.claims,
    suppressions: () => decisions.current()?.suppressions ?? [],
    note: (name, props) => void events.add(name, props),
    load: createMessageDisplay({
      ...deps,
      document: window.document,
      pause: () => deps.choose({ scope: "live_updates", target: "" }, { days: PAUSE_HOURS / 24, reason: "snoozed" }),
      celebrate: (preset, message) => deps.celebrate(preset, { message }),
      loadToast: async () => withTheme((await import("../../ui/toast/toast.ts")).openToast),
      loadBanner: async () => withTheme((await import("../../ui/toast/banner.ts")).openBanner),
      loadSeen: async () => (await import("../../ui/overlay/impression.ts")).onImpression,
    }),
  });
}
