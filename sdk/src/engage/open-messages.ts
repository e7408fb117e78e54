import { DEFAULT_THEME } from "@fanfare/contract/theme";
import type { Identity } from "../identity.ts";
import { PAUSE_HOURS } from "../ui/limits.ts";
import type { Labels } from "../ui/types.ts";
import type { Decisions } from "./decisions.ts";
import type { Events } from "./events.ts";
import { createMessages, type MessagesDeps } from "./messages.ts";
import type { Exclusive } from "./outbox.ts";
import type { Hear } from "./own-channels.ts";
import { createShow, type OpenNotice } from "./show-message.ts";
import type { Choice, Subject } from "./suppressions.ts";
import type { Throw } from "./types.ts";

export interface OpenMessagesDeps
  extends Pick<MessagesDeps, "clock" | "rng" | "window" | "net" | "emitter" | "storage" | "report" | "named"> {
  readonly labels: Labels;
  readonly identity: Identity;
  readonly events: Events;
  readonly decisions: Decisions;
  readonly createExclusive: (navigator: { readonly locks?: LockManager }, name: string) => Exclusive;
  readonly celebrate: Throw;
  readonly choose: (subject: Subject, choice: Choice) => void;
}

/** Live updates, joined to the page: loaded with the first of them. */
export function openMessages(deps: OpenMessagesDeps): Hear {
  const { window, decisions, identity, events } = deps;
  /** Live updates wear the workspace's own theme, and are in the language of the page. */
  const dress = async (open: OpenNotice): Promise<OpenNotice> => {
    const theme = decisions.current()?.themes?.[DEFAULT_THEME];
    const tongue = window.document.documentElement.lang;
    const labels =
      tongue && !tongue.startsWith("en")
        ? await import("../ui/words.ts").then(({ wordsIn }) => wordsIn(tongue, deps.labels)).catch(() => deps.labels)
        : deps.labels;
    const spoken: OpenNotice = (options) => open({ ...options, labels });
    return theme === undefined ? spoken : (await import("../ui/theme.ts")).dressed(spoken, theme);
  };
  return createMessages({
    ...deps,
    exclusive: deps.createExclusive(window.navigator, `${deps.named}:messages`),
    now_ms: decisions.now_ms,
    claims: identity.claims,
    suppressions: () => decisions.current()?.suppressions ?? [],
    note: (name, props) => void events.add(name, props),
    load: createShow({
      ...deps,
      document: window.document,
      pause: () => deps.choose({ scope: "live_updates", target: "" }, { days: PAUSE_HOURS / 24, reason: "snoozed" }),
      celebrate: (preset, message) => deps.celebrate(preset, { message }),
      loadToast: async () => dress((await import("../ui/toast.ts")).openToast),
      loadBanner: async () => dress((await import("../ui/banner.ts")).openBanner),
      loadSeen: async () => (await import("../ui/seen.ts")).whenSeen,
    }),
  });
}
