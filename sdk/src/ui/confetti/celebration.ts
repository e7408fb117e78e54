import { CELEBRATION_POSITION } from "@fanfare/contract/content/positions";
import type { EndReason } from "@fanfare/contract/events/events";
import type { CelebrationEnd, PlayerHandle, StagedPlayerOptions } from "../types.ts";

/**
 * Plays a celebration that is its own content item. It counts as completed after one second on screen or at its end,
 * including the still picture for reduced motion. Before that, it ends with the reason for the interruption.
 */
export function openCelebration({ edition, locale, celebrate, on }: StagedPlayerOptions): PlayerHandle {
  const { body } = edition;
  if (body.type !== "celebration") throw new TypeError("This player plays celebrations.");
  let over = false;
  const end = (reason: EndReason): void => {
    if (over) return;
    over = true;
    on({ kind: "ended", reason, suppress: false, ...(reason === "error" ? { error: UNAVAILABLE } : {}) });
  };
  on({ kind: "step_shown", step_id: CELEBRATION_POSITION, index: 0 });
  const { preset, message, colors, intensity } = body;
  const playback = celebrate(preset, { message, colors, intensity, locale });
  void playback.finished.then(({ reason }) => end(playback.shown() ? "completed" : endReason(reason)));
  return {
    next: playback.stop,
    back() {},
    goTo() {},
    update() {},
    close(reason) {
      playback.cancel();
      end(playback.shown() ? "completed" : reason);
    },
  };
}

const UNAVAILABLE = "This browser or page can't show the celebration.";

function endReason(end: CelebrationEnd): EndReason {
  switch (end) {
    case "cancelled":
      return "escape";
    case "stopped":
      return "api";
    case "hidden":
    case "navigation":
      return "navigation";
    case "budget":
    case "reduced_motion":
      return "replaced";
    case "played":
    case "unavailable":
      return "error";
  }
}
