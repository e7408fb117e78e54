import type { EndReason } from "@fanfare/contract/events";
import { CELEBRATION_STATION } from "@fanfare/contract/stations";
import type { CelebrationEnd, PlayerHandle, StagedOptions } from "./types.ts";

/**
 * Plays a celebration that is a content of its own. Whoever had reason to celebrate has been celebrated when it is over:
 * by the still picture, too, where motion is reduced, and when what plays already was as much as the page may show.
 */
export function openCelebration({ edition, celebrate, on }: StagedOptions): PlayerHandle {
  const { body } = edition;
  if (body.type !== "celebration") throw new TypeError("This player plays celebrations.");
  let over = false;
  const end = (reason: EndReason): void => {
    if (over) return;
    over = true;
    on({ kind: "ended", reason, suppress: false, ...(reason === "error" ? { error: UNAVAILABLE } : {}) });
  };
  on({ kind: "step_shown", step_id: CELEBRATION_STATION, index: 0 });
  const { preset, message, colors, intensity } = body;
  const party = celebrate(preset, { message, colors, intensity });
  void party.finished.then(({ reason }) => end(endOf(reason)));
  return {
    next: party.stop,
    back() {},
    goTo() {},
    update() {},
    close(reason) {
      end(reason);
      party.cancel();
    },
  };
}

const UNAVAILABLE = "This browser or page could not show it.";

function endOf(end: CelebrationEnd): EndReason {
  switch (end) {
    case "played":
    case "stopped":
    case "reduced_motion":
    case "budget":
    case "hidden":
    case "navigation":
      return "completed";
    case "cancelled":
      return "escape";
    case "unavailable":
      return "error";
  }
}
