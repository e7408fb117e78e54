import type { Decision } from "@fanfare/contract/schema/client/v1";
import type { OpenStagedPlayer, PlayerHandle } from "../../ui/types.ts";
import { contentNotice } from "../runs/content-notice.ts";
import type { LoadPlayer, PlayerContext, Stage } from "../types.ts";
import type { ButtonActionDeps } from "./button-actions.ts";

type WrappedPlayerDeps = ButtonActionDeps & PlayerContext;

/**
 * Wraps a player to report the exposure to an experiment when the content would be shown, in the same way for every
 * variant.
 */
const withExposure =
  (open: OpenStagedPlayer, decision: Decision, { note }: Pick<WrappedPlayerDeps, "note">): OpenStagedPlayer =>
  (options) => {
    // Resumed runs were reported before.
    if (options.step_id === null) note("experiment_exposed", contentNotice(decision, ""));
    return open(options);
  };

const noop = (): void => {};
const NO_PLAYER: PlayerHandle = { next: noop, back: noop, goTo: noop, update: noop, close: noop };

const openHoldout: OpenStagedPlayer = ({ on }) => {
  on({ kind: "ended", reason: "api", suppress: false });
  return NO_PLAYER;
};

/**
 * Loads the player for less common content: experiments, incomplete translations, or a language other than English
 * (`language`),
 * or buttons that do more than one thing.
 */
export async function loadWrappedPlayer(
  decision: Decision,
  deps: WrappedPlayerDeps,
  load: LoadPlayer,
  language: string | false,
  stage: Stage,
): Promise<OpenStagedPlayer> {
  const { variant, untranslated, edition } = decision;
  // If the labels can't be loaded, English is used.
  const [labels, plain] = await Promise.all([
    language &&
      import("../../ui/text/locales.ts").then(({ loadLabels: wordsIn }) => wordsIn(language)).catch(() => ({})),
    variant === "holdout" ? openHoldout : load(edition.body, { ...deps, stage }),
  ]);
  const openLocalized: OpenStagedPlayer = labels
    ? (options) => plain({ ...options, labels: { ...labels, ...options.labels } })
    : plain;
  const openMarked = untranslated
    ? (await import("../../ui/text/language-marks.ts")).withLanguageMarks(openLocalized, untranslated)
    : openLocalized;
  const open = decision.button_actions
    ? (await import("./button-actions.ts")).withButtonActions(openMarked, decision, deps, stage)
    : openMarked;
  return variant ? withExposure(open, decision, deps) : open;
}
