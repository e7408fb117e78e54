import type { Decision } from "@fanfare/contract/schema/v1";
import type { OpenOnStage, PlayerHandle } from "../ui/types.ts";
import type { GuideDeps } from "./guide.ts";
import { noticeOf } from "./notice-of.ts";
import type { LoadPlayer } from "./types.ts";

/**
 * The player of a content that is an experiment. At the moment when it would be shown, in every arm the same, it tells that
 * the person meets it; to those who are held out it then shows nothing.
 */
export async function loadArm(
  decision: Decision,
  { note, actions }: Pick<GuideDeps, "note" | "actions">,
  load: LoadPlayer,
): Promise<OpenOnStage> {
  const open = decision.variant === "holdout" ? showNothing : await load(decision.edition.body, actions);
  return (options) => {
    // What goes on was met before.
    if (options.step_id === null) note("experiment_exposed", noticeOf(decision, ""));
    return open(options);
  };
}

const nothing = (): void => {};
const NOBODY: PlayerHandle = { next: nothing, back: nothing, goTo: nothing, update: nothing, close: nothing };

const showNothing: OpenOnStage = ({ on }) => {
  on({ kind: "ended", reason: "api", suppress: false });
  return NOBODY;
};
