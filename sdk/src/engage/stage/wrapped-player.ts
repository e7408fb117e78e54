import type { Decision } from "@fanfare/contract/schema/client/v1";
import type { OpenStagedPlayer, PlayerHandle } from "../../ui/types.ts";
import type { NoteContentEvent } from "../runs/content-events.ts";
import { contentNotice } from "../runs/content-notice.ts";
import type { LoadPlayer, PlayerContext } from "../types.ts";

interface WrappedPlayerDeps extends PlayerContext {
  readonly note: NoteContentEvent;
}

/**
 * A content that is an experiment, as `open` shows it: at the moment when it would be shown, in every arm the same, it is told
 * that the person meets it.
 */
const withExposure =
  (open: OpenStagedPlayer, decision: Decision, { note }: WrappedPlayerDeps): OpenStagedPlayer =>
  (options) => {
    // What goes on was met before.
    if (options.step_id === null) note("experiment_exposed", contentNotice(decision, ""));
    return open(options);
  };

const noop = (): void => {};
const NO_PLAYER: PlayerHandle = { next: noop, back: noop, goTo: noop, update: noop, close: noop };

/** To those who are held out. */
const openHoldout: OpenStagedPlayer = ({ on }) => {
  on({ kind: "ended", reason: "api", suppress: false });
  return NO_PLAYER;
};

/**
 * The player of what few contents are: an experiment, in two languages because a translation lacks some of its texts, or in
 * another language than English: `tongue`.
 */
export async function loadWrappedPlayer(
  decision: Decision,
  deps: WrappedPlayerDeps,
  load: LoadPlayer,
  language: string | false,
): Promise<OpenStagedPlayer> {
  const { variant, untranslated, edition } = decision;
  // Where the words cannot be had, they are English.
  const [labels, plain] = await Promise.all([
    language &&
      import("../../ui/text/locales.ts").then(({ loadLabels: wordsIn }) => wordsIn(language)).catch(() => ({})),
    variant === "holdout" ? openHoldout : load(edition.body, deps),
  ]);
  const openLocalized: OpenStagedPlayer = labels
    ? (options) => plain({ ...options, labels: { ...labels, ...options.labels } })
    : plain;
  const open = untranslated
    ? (await import("../../ui/text/language-marks.ts")).withLanguageMarks(openLocalized, untranslated)
    : openLocalized;
  return variant ? withExposure(open, decision, deps) : open;
}
