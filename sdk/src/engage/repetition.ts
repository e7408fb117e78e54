import { endState } from "@fanfare/contract/events";
import type { Run } from "@fanfare/contract/schema/v1";
import type { ProgressMove } from "./progress.ts";

/**
 * True when a conflict only says that the server has this move already: its answer was lost the first time, or an earlier
 * page said it too.
 */
export function isRepetition(move: ProgressMove, current: Run): boolean {
  if (move.run_id !== current.run_id) return false;
  switch (move.action) {
    case "start":
      return current.state === "active";
    case "step":
      return current.seq === move.seq + 1 && current.step_id === move.step_id;
    case "end":
      return current.state === endState(move.reason);
  }
}
