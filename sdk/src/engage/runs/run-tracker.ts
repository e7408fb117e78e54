import { CHECKLIST_POSITION, positionsOf } from "@fanfare/contract/content/positions";
import type { EndReason, OpenRun, StartReason } from "@fanfare/contract/events/events";
import type { Decision, ProgressRequest } from "@fanfare/contract/schema/client/v1";

export type ProgressMove =
  | Omit<Extract<ProgressRequest, { action: "start" }>, Caller>
  | Omit<Extract<ProgressRequest, { action: "step" }>, Caller>
  | Omit<Extract<ProgressRequest, { action: "end" }>, Caller>;
type Caller = "anonymous_token" | "external_id";

export interface RunTracker {
  position(): OpenRun;
  /** Moves to a displayed step, past a completed one, or marks a completed task of a checklist. */
  step(step_id: string, completed?: boolean): void;
  end(reason: EndReason): void;
  /** Continues from a newer state of the run: see reconcile.ts. */
  continueFrom(current: OpenRun): void;
}

/**
 * Queues each move of a run with the `seq` that the server will have then. Moves are sent in order and each accepted
 * move increments `seq`, so they remain valid hours later.
 */
export function trackRun(
  deps: { readonly newRunId: () => string; readonly saveMove: (move: ProgressMove) => void },
  decision: Decision,
  reason: StartReason,
): RunTracker {
  const { run, edition, content_id, version_id, variant } = decision;
  let at: OpenRun = run ?? { run_id: deps.newRunId(), seq: 1, step_id: "", version_id };
  // The holdout sees no steps.
  const shown = variant === "holdout" ? undefined : variant;
  const is_checklist = edition.body.type === "checklist";
  // The server accepts only steps of the run's version; for a checklist, also those of the newest version.
  const reportable = !run || run.version_id === version_id ? positionsOf(edition.body) : [run.step_id];
  return {
    position: () => at,
    step(shown_id, completed) {
      // The next page continues there, also if this page is left before the next step's target is found.
      const step_id = (!is_checklist && completed && reportable[reportable.indexOf(shown_id) + 1]) || shown_id;
      if (step_id === at.step_id || at.done?.includes(step_id) === true) return;
      if (is_checklist ? step_id === CHECKLIST_POSITION && at.step_id !== "" : !reportable.includes(step_id)) return;
      const { run_id, seq } = at;
      if (at.step_id === "") {
        deps.saveMove({ action: "start", run_id, content_id, version_id, step_id, reason, variant: shown });
        at = { ...at, step_id };
      } else {
        deps.saveMove({ action: "step", run_id, seq, step_id });
        at = { ...at, seq: seq + 1, step_id };
        if (is_checklist) at = { ...at, done: [...(at.done ?? []), step_id] };
      }
    },
    end(end_reason) {
      // Content that never appeared has no run to end.
      if (at.step_id !== "") deps.saveMove({ action: "end", run_id: at.run_id, seq: at.seq, reason: end_reason });
    },
    continueFrom(current) {
      at = current;
    },
  };
}
