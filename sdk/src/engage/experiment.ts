import type { Decision } from "@fanfare/contract/schema/v1";
import type { OpenOnStage, PlayerHandle } from "../ui/types.ts";
import type { GuideDeps } from "./guide.ts";
import { noticeOf } from "./notice-of.ts";

/**
 * A content that is an experiment, as `open` shows it: at the moment when it would be shown, in every arm the same, it is told
 * that the person meets it.
 */
export const exposing =
  (open: OpenOnStage, decision: Decision, { note }: Pick<GuideDeps, "note">): OpenOnStage =>
  (options) => {
    // What goes on was met before.
    if (options.step_id === null) note("experiment_exposed", noticeOf(decision, ""));
    return open(options);
  };

const nothing = (): void => {};
const NOBODY: PlayerHandle = { next: nothing, back: nothing, goTo: nothing, update: nothing, close: nothing };

/** To those who are held out. */
export const showNothing: OpenOnStage = ({ on }) => {
  on({ kind: "ended", reason: "api", suppress: false });
  return NOBODY;
};
